import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PICTURE_WIDTH } from '@sergak/contract/library/library.rules.ts';
import { languages } from '@sergak/contract/session/session.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { audiences, courseCategories } from '@sergak/contract/starter/starter.rules.ts';
import sharp from 'sharp';
import { z } from 'zod';

const folder = fileURLToPath(new URL('../../../../../content/courses/', import.meta.url));

const text = z.object({ ru: z.string(), en: z.string(), uz: z.string() });
const words = z.object({ ru: z.array(z.string()), en: z.array(z.string()), uz: z.array(z.string()) });
const question = z.object({
  type: z.enum(['single', 'multiple', 'ordering', 'matching', 'short']),
  text,
  options: z.array(z.object({ text, correct: z.boolean() })).optional(),
  items: z.array(text).optional(),
  pairs: z.array(z.object({ left: text, right: text })).optional(),
  accepted: words.optional(),
  explanation: text,
});
const slide = z.object({
  layout: z.enum(['text', 'image-right', 'image-top', 'image-full']),
  title: text,
  html: text,
  image: z.string().optional(),
  image_alt: text.optional(),
});
const step = z.object({
  kind: z.enum(['theory', 'quiz']),
  module: z.string(),
  pass_mark: z.int().optional(),
  shuffle: z.boolean().optional(),
  attempts_limit: z.int().optional(),
  draw_count: z.int().optional(),
  time_limit_minutes: z.int().optional(),
});
const course = z.object({
  slug: z.string(),
  title: text,
  description: text,
  minutes: z.int(),
  short: z.boolean().default(false),
  category: z.enum(courseCategories),
  audiences: z.array(z.enum(audiences)),
  /** The month in which somebody last compared the course with its sources, as `2026-11`. */
  reviewed: z.string(),
  sources: z.array(z.object({ title: z.string(), publisher: z.string(), year: z.int(), url: z.string().default('') })),
  /** One page to print, in the same subset of HTML as the slides. */
  summary: text.default({ ru: '', en: '', uz: '' }),
  image: z.string(),
  sections: z.array(z.object({ title: text, themes: z.array(z.object({ title: text, steps: z.array(step) })) })),
  modules: z.record(z.string(), z.object({ title: text, slides: z.array(slide), questions: z.array(question) })),
});
type Shape = z.output<typeof course>;
/** A course of the starter library. `versions`: digests of what a copy in each language takes from it. */
export type StarterCourse = Shape & { readonly versions: Readonly<Record<Language, string>> };
export type StarterQuestion = z.output<typeof question>;

/** Names of the pictures of a course. */
export const picturesOf = ({ image, modules }: Shape): string[] => [
  ...new Set([image, ...Object.values(modules).flatMap((module) => module.slides.flatMap((one) => one.image ?? []))]),
];

/** The same value with only one language of its texts. */
const inLanguage = (value: unknown, language: Language): unknown => {
  if (Array.isArray(value)) return value.map((one) => inLanguage(one, language));
  if (value === null || typeof value !== 'object') return value;
  if ('ru' in value && 'en' in value && 'uz' in value) return value[language];
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inLanguage(one, language)]));
};

const readCourse = async (slug: string): Promise<StarterCourse> => {
  const found = course.safeParse(JSON.parse(await readFile(`${folder}${slug}/course.json`, 'utf8')));
  if (!found.success) throw new Error(`content/courses/${slug}/course.json: ${z.prettifyError(found.error)}`);
  const pictures = await Promise.all(
    picturesOf(found.data).map((name) => readFile(`${folder}${slug}/${name}`, 'utf8')),
  );
  const { title, description, minutes, sections, modules } = found.data;
  const copied = { title, description, minutes, sections, modules, pictures };
  const digest = (language: Language) =>
    createHash('sha256')
      .update(JSON.stringify(inLanguage(copied, language)))
      .digest('hex')
      .slice(0, 16);
  const versions = Object.fromEntries(languages.map((one) => [one, digest(one)])) as Record<Language, string>;
  return { ...found.data, versions };
};

const read = async (): Promise<StarterCourse[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const slugs = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(slugs.sort().map(readCourse));
};
let reading: Promise<StarterCourse[]> | undefined;
/** The courses that the product includes, in the order of their folders; read once per process. */
export const starterCourses = (): Promise<StarterCourse[]> => (reading ??= read());
/** Slugs of the courses of the starter library. */
export const starterCourseSlugs = async (): Promise<string[]> => (await starterCourses()).map((one) => one.slug);

/** A picture of a course of the starter library as it is in the repository. */
export const readPicture = (slug: string, name: string): Promise<Buffer> => readFile(`${folder}${slug}/${name}`);

const drawn = new Map<string, Promise<Buffer>>();

/** A picture of a starter course as WebP. Encoded once per process, because the demo creates three organisations. */
export const drawPicture = (slug: string, name: string): Promise<Buffer> => {
  const path = `${folder}${slug}/${name}`;
  const drawing =
    drawn.get(path) ?? sharp(path).resize({ width: PICTURE_WIDTH }).webp({ quality: 82, effort: 2 }).toBuffer();
  drawn.set(path, drawing);
  return drawing;
};
