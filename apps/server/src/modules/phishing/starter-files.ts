import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { attackVectors, difficulties, generatedFormats } from '@sergak/contract/phishing/phishing.rules.ts';
import { cueKinds } from '@sergak/contract/phishing/phish-scale.rules.ts';
import { languages } from '@sergak/contract/session/session.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { audiences, lures } from '@sergak/contract/starter/starter.rules.ts';
import { z } from 'zod';
import { fillPage } from './starter-page.ts';

const library = new URL('../../../../../content/phishing/', import.meta.url);

const texts = z.object({ ru: z.string(), en: z.string(), uz: z.string() });
const words = z.record(z.string(), texts);
const category = z.object({ slug: z.string(), title: texts });
const template = z.object({
  slug: z.string(),
  category: z.string(),
  difficulty: z.enum(difficulties),
  attack_vector: z.enum(attackVectors),
  vector: z.enum(lures),
  audiences: z.array(z.enum(audiences)),
  months: z.array(z.int().min(1).max(12)),
  occasion: texts.optional(),
  sensitive: z.boolean().default(false),
  name: texts,
  description: texts,
  logo: z.string(),
  sender: z.object({ name: texts, local: texts, domain: z.string() }),
  subject: texts,
  attachments: z.array(z.object({ format: z.enum(generatedFormats), name: texts, body: texts })),
  tips: z.array(texts.extend({ cue: z.enum(cueKinds) })),
  /** Texts of email.html by their `[[name]]`. */
  email: words,
  /** The landing page (`pages/<slug>`) and the words that this template says differently. */
  page: z.object({ slug: z.string(), words: words.default({}) }),
});
const page = z.object({ words });
const programme = z.object({
  slug: z.string(),
  title: texts,
  description: texts,
  audience: z.enum(audiences),
  steps: z.array(z.object({ template: z.string(), after_days: z.int().min(0) })),
});

type Shape = z.output<typeof template>;
export type StarterTexts = z.output<typeof texts>;
/** A template of the starter library with its documents. */
export type StarterTemplate = Shape & {
  /** Digest of everything that a copy takes from the template. */
  readonly version: string;
  readonly logo_svg: Buffer;
  /** The email and the landing page by language. */
  readonly emailHtml: Readonly<Record<Language, string>>;
  readonly pageHtml: Readonly<Record<Language, string>>;
};
export type StarterPhishing = {
  readonly categories: readonly z.output<typeof category>[];
  readonly templates: readonly StarterTemplate[];
  readonly programmes: readonly z.output<typeof programme>[];
};

const text = (path: string) => readFile(new URL(path, library), 'utf8');
const json = async <T>(path: string, shape: z.ZodType<T>): Promise<T> => {
  const found = shape.safeParse(JSON.parse(await text(path)));
  if (!found.success) throw new Error(`content/phishing/${path}: ${z.prettifyError(found.error)}`);
  return found.data;
};

const inEachLanguage = (make: (language: Language) => string) =>
  Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<Language, string>;

const readTemplate = async (slug: string): Promise<StarterTemplate> => {
  const found = await json(`${slug}/template.json`, template);
  const own = await json(`pages/${found.page.slug}/page.json`, page);
  const emailText = await text(`${slug}/email.html`);
  const pageText = await text(`pages/${found.page.slug}/page.html`);
  const logo_svg = await readFile(new URL(`${slug}/${found.logo}`, library));
  const emailHtml = inEachLanguage((language) => fillPage(emailText, found.email, language));
  const pageWords = { ...own.words, ...found.page.words };
  const pageHtml = inEachLanguage((language) => fillPage(pageText, pageWords, language));
  // What only the lists show is not part of a copy: a new month makes no newer version.
  const {
    slug: _,
    category: __,
    vector: ___,
    audiences: ____,
    months: _____,
    occasion: ______,
    sensitive: _______,
    ...copied
  } = found;
  const version = createHash('sha256')
    .update(JSON.stringify([copied, emailHtml, pageHtml, logo_svg.toString('base64')]))
    .digest('hex')
    .slice(0, 16);
  return { ...found, version, logo_svg, emailHtml, pageHtml };
};

const read = async (): Promise<StarterPhishing> => {
  const entries = await readdir(library, { withFileTypes: true });
  const slugs = entries.filter((one) => one.isDirectory() && one.name !== 'pages').map((one) => one.name);
  const templates = await Promise.all(slugs.sort().map(readTemplate));
  const known = new Set(slugs);
  const programmes = existsSync(new URL('programmes.json', library))
    ? await json('programmes.json', z.array(programme))
    : [];
  return {
    categories: await json('categories.json', z.array(category)),
    templates,
    programmes: programmes.map((one) => ({ ...one, steps: one.steps.filter((step) => known.has(step.template)) })),
  };
};

let reading: Promise<StarterPhishing> | undefined;
/** The templates, categories and programmes of the starter library, read once per process. */
export const starterPhishing = (): Promise<StarterPhishing> => (reading ??= read());

/** Slugs of the templates of the starter library. */
export const starterTemplateSlugs = async (): Promise<string[]> =>
  (await starterPhishing()).templates.map((one) => one.slug);
