import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PICTURE_WIDTH } from '@sergak/contract/library/library.rules.ts';
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
  short: z.boolean().optional(),
  category: z.enum(['basics', 'messages', 'money', 'work', 'roles']),
  audiences: z.array(z.string()),
  /** The month in which somebody last compared the course with its sources, as `2026-11`. */
  reviewed: z.string(),
  sources: z.array(z.object({ title: z.string(), publisher: z.string(), year: z.int(), url: z.string().optional() })),
  /** One page to print, in the same subset of HTML as the slides. */
  summary: text,
  image: z.string(),
  sections: z.array(z.object({ title: text, themes: z.array(z.object({ title: text, steps: z.array(step) })) })),
  modules: z.record(z.string(), z.object({ title: text, slides: z.array(slide), questions: z.array(question) })),
});
export type StarterCourse = z.output<typeof course>;
export type StarterQuestion = z.output<typeof question>;

/** The courses that the product includes, read from their files, in the order of file names. */
export const readStarterCourses = async (): Promise<StarterCourse[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const slugs = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    slugs.sort().map(async (slug) => course.parse(JSON.parse(await readFile(`${folder}${slug}/course.json`, 'utf8')))),
  );
};

const drawn = new Map<string, Promise<Buffer>>();

/** A picture of a starter course as WebP. Encoded once per process, because the demo creates three organisations. */
export const drawPicture = (slug: string, name: string): Promise<Buffer> => {
  const path = `${folder}${slug}/${name}`;
  const drawing =
    drawn.get(path) ?? sharp(path).resize({ width: PICTURE_WIDTH }).webp({ quality: 82, effort: 2 }).toBuffer();
  drawn.set(path, drawing);
  return drawing;
};
