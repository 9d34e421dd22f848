import { z } from 'zod';
import { calloutTones } from './library.rules.ts';
import { ALT_MAX, PICTURE_SIDE_MAX, PICTURE_SIDE_MIN, TRANSCRIPT_MAX } from './media.rules.ts';
import { nodesOf, slideText, SUMMARY_MAX } from './slide-doc.rules.ts';

const SUMMARY_BYTES_MAX = 40_000;
/** Limits of the text of one slide. */
export const SLIDE_DOC_BYTES_MAX = 100_000;
export const SLIDE_DOC_DEPTH_MAX = 12;

const mark = z.union([
  z.strictObject({ type: z.enum(['bold', 'italic', 'underline', 'code']) }),
  z.strictObject({
    type: z.literal('link'),
    attrs: z.strictObject({
      href: z
        .string()
        .regex(/^(https?:\/\/|mailto:)\S+$/i)
        .max(2000),
    }),
  }),
]);
const text = z.strictObject({
  type: z.literal('text'),
  text: z.string().min(1),
  marks: z.array(mark).max(5).optional(),
});
const lineBreak = z.strictObject({ type: z.literal('hardBreak') });
const inline = z.union([text, lineBreak]);
export type SlideInline = z.output<typeof inline>;

/** Address of a stored file, as the portal serves it. */
export const filePath = z.string().regex(/^\/lk\/files\/[0-9a-f-]{36}$/);

const inlines = z.array(inline).max(1000).optional();
const span = z.int().min(1).max(20).optional();

export type SlideParagraph = { type: 'paragraph'; content?: SlideInline[] | undefined };
/** What a learner may do in a scene, and what follows; `good` if it is a way to act well. */
export type SlideChoice = { type: 'choice'; attrs: { title: string; good: boolean }; content: SlideBlock[] };
/** A block of a slide. Blocks nest, so the types of containers are written out. */
export type SlideBlock =
  | SlideParagraph
  | { type: 'heading'; attrs: { level: 3 | 4 }; content?: SlideInline[] | undefined }
  | { type: 'bulletList' | 'orderedList'; content: SlideListItem[] }
  | { type: 'blockquote'; content: SlideBlock[] }
  | { type: 'callout'; attrs: { tone: (typeof calloutTones)[number] }; content: SlideBlock[] }
  | { type: 'reveal'; attrs: { title: string }; content: SlideBlock[] }
  | { type: 'scene'; content: (SlideParagraph | SlideChoice)[] }
  | { type: 'columns'; content: SlideColumn[] }
  | { type: 'table'; content: SlideTableRow[] }
  | { type: 'image'; attrs: { path: string; alt: string; width?: number | undefined } }
  | { type: 'video'; attrs: SlideVideo };
/** A video needs captions (the address of a WebVTT file) or a transcript before its course can be published. */
export type SlideVideo = {
  path: string;
  title: string;
  captions?: string | undefined;
  transcript?: string | undefined;
};
export type SlideListItem = { type: 'listItem'; content: SlideBlock[] };
export type SlideColumn = { type: 'column'; content: SlideBlock[] };
export type SlideTableCell = {
  type: 'tableCell' | 'tableHeader';
  attrs?: { colspan?: number | undefined; rowspan?: number | undefined } | undefined;
  content: SlideBlock[];
};
export type SlideTableRow = { type: 'tableRow'; content: SlideTableCell[] };

const blocks: z.ZodType<SlideBlock[]> = z.lazy(() => z.array(slideBlock).min(1).max(300));
const listItem: z.ZodType<SlideListItem> = z.strictObject({ type: z.literal('listItem'), content: blocks });
const blockTitle = z.string().trim().min(1).max(255);
const paragraph = z.strictObject({ type: z.literal('paragraph'), content: inlines });
const choice: z.ZodType<SlideChoice> = z.strictObject({
  type: z.literal('choice'),
  attrs: z.strictObject({ title: blockTitle, good: z.boolean() }),
  content: blocks,
});
const column: z.ZodType<SlideColumn> = z.strictObject({ type: z.literal('column'), content: blocks });
const cell: z.ZodType<SlideTableCell> = z.strictObject({
  type: z.enum(['tableCell', 'tableHeader']),
  attrs: z.strictObject({ colspan: span, rowspan: span }).optional(),
  content: blocks,
});
const row: z.ZodType<SlideTableRow> = z.strictObject({
  type: z.literal('tableRow'),
  content: z.array(cell).min(1).max(20),
});

/** A block that a slide may contain. */
const slideBlock: z.ZodType<SlideBlock> = z
  .union([
    paragraph,
    z.strictObject({
      type: z.literal('heading'),
      attrs: z.strictObject({ level: z.union([z.literal(3), z.literal(4)]) }),
      content: inlines,
    }),
    z.strictObject({ type: z.enum(['bulletList', 'orderedList']), content: z.array(listItem).min(1).max(100) }),
    z.strictObject({ type: z.literal('blockquote'), content: blocks }),
    z.strictObject({
      type: z.literal('callout'),
      attrs: z.strictObject({ tone: z.enum(calloutTones) }),
      content: blocks,
    }),
    z.strictObject({
      type: z.literal('reveal'),
      attrs: z.strictObject({ title: blockTitle }),
      content: blocks,
    }),
    z.strictObject({
      type: z.literal('scene'),
      content: z
        .array(z.union([paragraph, choice]))
        .min(2)
        .max(20),
    }),
    z.strictObject({ type: z.literal('columns'), content: z.array(column).length(2) }),
    z.strictObject({ type: z.literal('table'), content: z.array(row).min(1).max(100) }),
    z.strictObject({
      type: z.literal('image'),
      attrs: z.strictObject({
        path: filePath,
        alt: z.string().max(ALT_MAX),
        /** In pixels, if the author has resized the picture. */
        width: z.int().min(PICTURE_SIDE_MIN).max(PICTURE_SIDE_MAX).optional(),
      }),
    }),
    z.strictObject({
      type: z.literal('video'),
      attrs: z.strictObject({
        path: filePath,
        title: z.string().max(255),
        captions: filePath.optional(),
        transcript: z.string().max(TRANSCRIPT_MAX).optional(),
      }),
    }),
  ])
  .meta({ id: 'SlideBlock' });

/**
 * The text of a slide: a document in ProseMirror's JSON format, restricted to the blocks that the product renders. It
 * contains no HTML.
 */
export const slideDoc = z.strictObject({ type: z.literal('doc'), content: z.array(slideBlock).max(300) });
export type SlideDoc = z.output<typeof slideDoc>;

/** The first limit that a raw document exceeds, or null. Does not recurse, because the document is not checked yet. */
const limitExceeded = (raw: unknown): 'too_deep' | 'too_big' | null => {
  // Each block adds two levels to the raw value: the block and its `content`.
  let level: unknown[] = [raw];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > 2 * SLIDE_DOC_DEPTH_MAX) return 'too_deep';
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return new TextEncoder().encode(JSON.stringify(raw) ?? '').length > SLIDE_DOC_BYTES_MAX ? 'too_big' : null;
};

/** A document from a client: `slideDoc` within the limits of size and depth. */
export const slideDocInput = z.preprocess((raw, ctx) => {
  const code = limitExceeded(raw);
  if (code === null) return raw;
  ctx.addIssue({ code: 'custom', params: { code }, message: code });
  return z.NEVER;
}, slideDoc);

/** Blocks that open on a click or refer to files: the summary of a course is printed. */
const notPrinted: ReadonlySet<string> = new Set(['image', 'video', 'reveal', 'scene']);

/** The summary of a course from a client: text without pictures and without blocks to open. Without words there is none. */
export const summaryInput = slideDocInput.superRefine((doc, ctx) => {
  const tooLong =
    slideText(doc).length > SUMMARY_MAX || new TextEncoder().encode(JSON.stringify(doc)).length > SUMMARY_BYTES_MAX;
  const code = tooLong ? 'too_big' : [...nodesOf(doc)].some(({ type }) => notPrinted.has(type)) ? 'not_printed' : null;
  if (code !== null) ctx.addIssue({ code: 'custom', params: { code }, message: code });
});
