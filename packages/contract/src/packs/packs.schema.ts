import { z } from 'zod';
import { labels, questionBody, quizSettings, scorePolicy, slideLayout } from '../library/library.schema.ts';
import { ALT_MAX, TRANSCRIPT_MAX } from '../library/media.rules.ts';
import { slideDocInput, summaryInput } from '../library/slide-doc.schema.ts';
import { attachment, attackVector, difficulty, html, premise, tip } from '../phishing/phishing.schema.ts';
import { emailAddress, id } from '../paging.ts';
import { language } from '../session/session.schema.ts';
import { TITLE_MAX } from '../text.rules.ts';
import { completionRule, scormRejection } from '../scorm/scorm.schema.ts';
import { PACK_FILES_MAX, PACK_FORMAT, PACK_THINGS_MAX, packRejections } from './packs.rules.ts';

/** A title as its author wrote it, with its no-break spaces. */
const title = z
  .string()
  .trim()
  .min(1)
  .max(TITLE_MAX)
  .regex(/^[^\r\n\0]*$/);
const filePath = z.string().regex(/^\/lk\/files\/[0-9a-f-]{36}$/);
const line = z
  .string()
  .trim()
  .max(255)
  .regex(/^[^\r\n\0]*$/);

/** A file of the pack. Texts refer to it by its id, as `/lk/files/<id>` or `picture:<id>`. */
export const packFile = z.strictObject({
  id,
  path: z.string().regex(/^files\/[0-9a-f-]{36}\.[a-z0-9]{2,5}$/),
  name: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^\\/:*?"<>|\r\n\0]+$/),
  use: z.enum(['image', 'audio', 'video', 'captions', 'logo', 'picture', 'attachment']),
});
/** A package of SCORM of the pack, a ZIP archive. Courses and steps name it by its id. */
export const packPackage = z.strictObject({
  id,
  path: z.string().regex(/^packages\/[0-9a-f-]{36}\.zip$/),
  name: packFile.shape.name,
  size: z.int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type PackPackage = z.output<typeof packPackage>;
const packSlide = z.strictObject({
  layout: slideLayout,
  title: z.string().max(255),
  doc: slideDocInput,
  image_path: filePath.nullable(),
  image_alt: z.string().max(ALT_MAX),
  audio_path: filePath.nullable(),
  transcript: z.string().max(TRANSCRIPT_MAX),
});
const packQuestion = z.strictObject({
  type: z.enum(['single', 'multiple', 'ordering', 'matching', 'short']),
  text: z.string(),
  image_path: filePath.nullable(),
  image_alt: z.string(),
  points: z.int(),
  body: questionBody,
  explanation: z.string(),
});
const packStep = z.union([
  quizSettings
    .extend({
      kind: z.enum(['theory', 'quiz']),
      /** Place of its module in `modules`. */
      module: z.int().min(0),
    })
    .strict(),
  /** `package`: id of the package that it plays. */
  z.strictObject({ kind: z.literal('scorm'), package: id, score_policy: scorePolicy }),
]);
export const packCourse = z.strictObject({
  title,
  description: z.string().max(2000),
  language,
  minutes: z.int().min(1).max(1000),
  tags: labels,
  image_path: filePath.nullable(),
  /** The page to print. Packs of the first releases have none. */
  summary: summaryInput.nullable().default(null),
  sections: z
    .array(
      z.strictObject({
        title,
        themes: z.array(z.strictObject({ title, steps: z.array(packStep).max(200) })).max(200),
      }),
    )
    .max(200),
  modules: z
    .array(z.strictObject({ title, slides: z.array(packSlide).max(500), questions: z.array(packQuestion).max(2000) }))
    .max(500),
});
export type PackCourse = z.output<typeof packCourse>;

/** A course that is one package of SCORM. */
export const packScormCourse = z.strictObject({
  title,
  description: z.string().max(2000),
  language,
  minutes: z.int().min(0).max(1000),
  tags: labels,
  image_path: filePath.nullable(),
  score_policy: scorePolicy,
  /** Null: the rule that the import proposes. */
  completion_rule: completionRule.nullable(),
  package: id,
});
export type PackScormCourse = z.output<typeof packScormCourse>;

const packEmail = z.strictObject({
  language,
  name: title,
  subject: line.min(1),
  sender_name: line.min(1),
  html,
  attachments: z.array(attachment).max(5),
  tips: z.array(tip).max(20),
});
export const packTemplate = z.strictObject({
  name: title,
  description: z.string().max(2000),
  category: title,
  difficulty,
  difficulty_set: z.boolean(),
  attack_vector: attackVector,
  language,
  logo: id.nullable(),
  /** Ids of the pictures that its texts show. */
  pictures: z.array(id).max(200),
  /** Each page by language, its base first. */
  pages: z
    .array(
      z
        .array(z.strictObject({ language, name: title, html }))
        .min(1)
        .max(3),
    )
    .max(50),
  /** Each email by language, its base first, with the place of its page. */
  emails: z
    .array(
      z.strictObject({
        sender_address: emailAddress,
        premise: premise.nullable(),
        page: z.int().min(0).nullable(),
        versions: z.array(packEmail).min(1).max(3),
      }),
    )
    .max(100),
});
export type PackTemplate = z.output<typeof packTemplate>;

/** `manifest.json` of a content pack. */
export const packManifest = z.strictObject({
  format: z.literal(PACK_FORMAT),
  version: z.int().min(1),
  /** Product and time that made the pack; for people only. */
  made_by: z.string().max(255),
  made_at: z.string().max(40),
  files: z.array(packFile).max(PACK_FILES_MAX),
  packages: z.array(packPackage).max(PACK_THINGS_MAX).default([]),
  courses: z.array(packCourse).max(PACK_THINGS_MAX),
  scorm_courses: z.array(packScormCourse).max(PACK_THINGS_MAX).default([]),
  templates: z.array(packTemplate).max(PACK_THINGS_MAX),
});
export type PackManifest = z.output<typeof packManifest>;
export type PackFile = z.output<typeof packFile>;

/** Result of the task of an import. */
export const packResult = z.object({ courses: z.int(), templates: z.int(), senders_changed: z.int() });
export type PackResult = z.output<typeof packResult>;
/** The `detail` of a task that ended with `pack.rejected.<code>`, as JSON: what caused it. */
export const packRejectionDetail = z.object({
  code: z.enum(packRejections),
  places: z.array(z.string()),
  /** Why a package of SCORM was rejected; only with the code `package`. */
  package: scormRejection.optional(),
});
export type PackRejectionDetail = z.output<typeof packRejectionDetail>;
