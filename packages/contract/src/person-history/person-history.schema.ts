import { z } from 'zod';
import { page, paging } from '../paging.ts';
import { auditChange } from '../audit/audit.schema.ts';

/** What the history of a person consists of. */
export const historyKinds = ['email', 'report', 'course', 'change'] as const;
export const historyKind = z.enum(historyKinds);
export type HistoryKind = z.output<typeof historyKind>;

export const historyQuery = z.strictObject({ kind: historyKind.optional(), ...paging });

const common = { id: z.string(), at: z.string() };
/** A simulated email to the person that arrived. */
const email = z.object({
  ...common,
  kind: z.literal('email'),
  subject: z.string(),
  campaign: z.object({ id: z.uuid(), name: z.string() }),
  /** 0 untouched, 1 opened, 2 clicked, 3 opened the attachment, 4 entered data. */
  email_result: z.int().nullable().meta({ result: true }),
});
/** An email that the person reported; without a campaign, it is no simulation. */
const report = z.object({
  ...common,
  kind: z.literal('report'),
  subject: z.string(),
  campaign: z.object({ id: z.uuid(), name: z.string() }).nullable(),
});
export const courseEvents = [
  'assigned',
  'reminded',
  'completed',
  'completed_manually',
  'passed',
  'failed',
  'certificate',
] as const;
/** Something that happened in a course of the person. */
const course = z.object({
  ...common,
  kind: z.literal('course'),
  event: z.enum(courseEvents),
  title: z.string(),
  assignment_id: z.uuid().nullable(),
  /** Result of an attempt in percent. */
  score: z.int().nullable(),
});
/** An entry of the audit log about the person, or about many people and this one among them. */
const change = z.object({
  ...common,
  kind: z.literal('change'),
  action: z.string(),
  /** What the action on many people was about, as the title of a tag; empty for an entry about the person. */
  title: z.string(),
  actor_name: z.string(),
  changes: z.array(auditChange),
});
export const historyRow = z.discriminatedUnion('kind', [email, report, course, change]);
export type HistoryRow = z.output<typeof historyRow>;

export const historyPage = page(historyRow).extend({
  /** The kinds that the caller may see, each with the number of its rows. */
  kinds: z.array(z.object({ kind: historyKind, count: z.int() })),
});
export type HistoryPage = z.output<typeof historyPage>;
