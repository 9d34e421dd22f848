import { readdir, readFile } from 'node:fs/promises';
import {
  emailFaults,
  pageFaults,
  type AttackVector,
  type GeneratedFormat,
} from '@sergak/contract/phishing/phishing.rules.ts';
import type { CueKind } from '@sergak/contract/phishing/phish-scale.rules.ts';
import { languages } from '@sergak/contract/session/session.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { ensureCategory } from './categories.repo.ts';
import { cleanMarkup } from './cleaning.ts';
import * as repo from './phishing.repo.ts';
import type { Difficulty } from './phishing.types.ts';
import { fillPage, type PageWords, type StarterTexts } from './starter-page.ts';
import { installLogo } from './templates.service.ts';

const library = new URL('../../../../../content/phishing/', import.meta.url);

type Category = { readonly slug: string; readonly title: StarterTexts };
type Template = {
  readonly slug: string;
  readonly category: string;
  readonly difficulty: Difficulty;
  readonly attack_vector: AttackVector;
  readonly name: StarterTexts;
  readonly description: StarterTexts;
  readonly logo: string;
  readonly sender: { readonly name: StarterTexts; readonly local: StarterTexts; readonly domain: string };
  readonly subject: StarterTexts;
  readonly attachments: readonly {
    readonly format: GeneratedFormat;
    readonly name: StarterTexts;
    readonly body: StarterTexts;
  }[];
  readonly tips: readonly (StarterTexts & { readonly cue: CueKind })[];
  /** Texts of email.html by their `[[name]]`. */
  readonly email: PageWords;
  /** The landing page (`pages/<slug>`) and the words that this template says differently. */
  readonly page: { readonly slug: string; readonly words: PageWords };
};
type Page = { readonly words: PageWords };

const json = async <T>(path: string): Promise<T> => JSON.parse(await readFile(new URL(path, library), 'utf8')) as T;
const text = (path: string) => readFile(new URL(path, library), 'utf8');

const templateSlugs = async (): Promise<string[]> =>
  (await readdir(library, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && entry.name !== 'pages')
    .map((entry) => entry.name)
    .sort();

/**
 * Adds the starter templates to an organisation, in its language with translations into the others. Existing ones (by
 * slug) are not changed, so this can be repeated after an update. Returns the number of templates added.
 */
export const installStarterPhishing = async (tx: Tx, platform: Platform, language: Language): Promise<number> => {
  const categories = new Map<string, string>();
  for (const [order_id, { slug, title }] of (await json<Category[]>('categories.json')).entries())
    categories.set(slug, await ensureCategory(tx, { slug, title: title[language], order_id }));
  const slugs = await repo.starterSlugs(tx);
  const missing = (await templateSlugs()).filter((slug) => !slugs.has(slug));
  for (const slug of missing) await installTemplate(tx, platform, language, slug, categories);
  return missing.length;
};

const installTemplate = async (
  tx: Tx,
  platform: Platform,
  language: Language,
  slug: string,
  categories: ReadonlyMap<string, string>,
) => {
  const template = await json<Template>(`${slug}/template.json`);
  const category_id = categories.get(template.category);
  if (!category_id)
    throw new Error(`Starter template ${slug}: its category ${template.category} is not in categories.json`);
  const template_id = await repo.insertTemplate(tx, {
    category_id,
    name: template.name[language],
    description: template.description[language],
    difficulty: template.difficulty,
    attack_vector: template.attack_vector,
    logo_file_id: await installLogo(tx, platform, await readFile(new URL(`${slug}/${template.logo}`, library))),
    starter_slug: slug,
    language,
  });
  const base = await installVersion(tx, { template, template_id, language, base: null });
  for (const other of languages)
    if (other !== language) await installVersion(tx, { template, template_id, language: other, base });
};

type Base = { readonly email_id: string; readonly page_id: string };
type Version = {
  readonly template: Template;
  readonly template_id: string;
  readonly language: Language;
  /** The email and page that this version translates; null for the base. */
  readonly base: Base | null;
};

/** Adds one language of a template: its email and its landing page. */
const installVersion = async (tx: Tx, { template, template_id, language, base }: Version): Promise<Base> => {
  const { slug } = template;
  const page = await json<Page>(`pages/${template.page.slug}/page.json`);
  const pageHtml = fillPage(
    await text(`pages/${template.page.slug}/page.html`),
    { ...page.words, ...template.page.words },
    language,
  );
  const email = {
    subject: template.subject[language],
    sender_name: template.sender.name[language],
    html: fillPage(await text(`${slug}/email.html`), template.email, language),
    attachments: template.attachments.map(({ format, name, body }) => ({
      kind: 'generated' as const,
      format,
      name: name[language],
      body: body[language],
    })),
  };
  const faults = [...emailFaults(template.attack_vector, email), ...pageFaults(pageHtml)];
  if (faults[0]) throw new Error(`Starter template ${slug} (${language}): ${JSON.stringify(faults[0])}`);
  const page_id = await repo.insertPage(tx, {
    template_id,
    name: template.name[language],
    language,
    html: (await cleanMarkup('page', pageHtml, template_id, [])).html,
    translation_of: base?.page_id ?? null,
  });
  const email_id = await repo.insertEmail(tx, {
    ...email,
    html: (await cleanMarkup('email', email.html, template_id, [])).html,
    template_id,
    page_id: base?.page_id ?? page_id,
    translation_of: base?.email_id ?? null,
    premise: null,
    name: template.name[language],
    language,
    sender_address: `${template.sender.local[language]}@${template.sender.domain}`,
    tips: template.tips.map((tip) => ({ text: tip[language], cue: tip.cue })),
  });
  return { email_id, page_id };
};
