import { z } from 'zod';
import { completionWays, SCORM_HOST_MAX, HOST_NAME, HOSTS_MAX } from './scorm.limits.ts';

export const scormStandard = z.enum(['1.2', '2004']);
export type ScormStandard = z.output<typeof scormStandard>;

/**
 * What completes a package: all its pages were seen; it reported that it is completed, or that it is passed; or a score of at least
 * `score` percent.
 */
export const completionRule = z
  .strictObject({ by: z.enum(completionWays), score: z.int().min(1).max(100).nullable().default(null) })
  .refine(({ by, score }) => by !== 'score' || score !== null, { path: ['score'] })
  .transform(({ by, score }) => ({ by, score: by === 'score' ? score : null }));
export type CompletionRule = z.output<typeof completionRule>;

/** An entry of a package's contents list: a chapter, or a SCO (or asset) that can be launched. */
export type ScormItem = {
  /** Identifier of the item in the manifest. */
  readonly id: string;
  readonly title: string;
  readonly visible: boolean;
  /** Path and query of the file to open, relative to the package; null for a chapter. */
  readonly launch: string | null;
  /** An asset makes no SCORM calls: opening it completes it. */
  readonly type: 'sco' | 'asset' | null;
  /** Pass mark of SCORM 1.2 in percent, if the manifest names one. */
  readonly mastery_score: number | null;
  /** Pass mark of SCORM 2004 from -1 to 1, if the manifest names one. */
  readonly scaled_passing_score: number | null;
  readonly launch_data: string;
  readonly max_time_allowed: string;
  readonly time_limit_action: string;
  readonly completion_threshold: number | null;
  /** Ids of the objectives of SCORM 2004, the primary one first. */
  readonly objectives: readonly string[];
  /** Sequencing rules as scorm-again expects them; null if the manifest has none. */
  readonly sequencing: Readonly<Record<string, unknown>> | null;
  readonly items: readonly ScormItem[];
};

/** What the player needs from imsmanifest.xml. */
export type ScormManifest = {
  readonly standard: ScormStandard;
  readonly edition: string;
  readonly title: string;
  readonly organization: string;
  readonly items: readonly ScormItem[];
  /** Sequencing of the organisation itself, as for items. */
  readonly sequencing: Readonly<Record<string, unknown>> | null;
  /** Of a package with one item: the HTML files that its start page reaches. Absent in packages of earlier releases. */
  readonly pages?: readonly string[];
};

/** What a package loads from another host; `media`: pictures, sound, video and data, which cannot be allowed. */
export const hostUses = ['script', 'style', 'font', 'frame', 'media'] as const;
export type HostUse = (typeof hostUses)[number];
const hostName = z.string().trim().toLowerCase().max(SCORM_HOST_MAX).regex(HOST_NAME);
/** A host that the organisation lets a package load from, over https only. */
export const allowedHost = z.strictObject({
  host: hostName,
  uses: z
    .array(z.enum(['script', 'style', 'font', 'frame']))
    .min(1)
    .max(4),
});
export type AllowedHost = z.output<typeof allowedHost>;
export const allowedHosts = z
  .array(allowedHost)
  .max(HOSTS_MAX)
  .refine((all) => new Set(all.map((one) => one.host)).size === all.length);

/** Something that the import noticed. The package plays nevertheless. */
export const scormWarning = z.object({
  code: z.enum([
    'flash_only',
    'no_api_calls',
    'insecure_resource',
    'file_missing',
    'external_host',
    'case_differs',
    'rerooted',
    'organization_missing',
    'name_encoding',
    'sequencing_unsupported',
    'file_skipped',
  ]),
  /** Paths or hosts, at most 20. */
  places: z.array(z.string()),
});
export type ScormWarning = z.output<typeof scormWarning>;

/** The result of an import, as the course's page shows it. */
export const scormReport = z.object({
  standard: scormStandard,
  edition: z.string(),
  organization: z.string(),
  /** SCOs and assets in the order of the contents list. */
  scos: z.array(z.object({ title: z.string(), launch: z.string(), type: z.enum(['sco', 'asset']) })),
  size: z.int(),
  files_count: z.int(),
  /** Pages that the rule «all pages seen» counts; absent in reports of earlier releases. */
  pages_count: z.int().optional(),
  /** Hosts that the package loads from when it runs; absent in reports of earlier releases. */
  hosts: z.array(z.object({ host: z.string(), uses: z.array(z.enum(hostUses)) })).optional(),
  warnings: z.array(scormWarning),
});
export type ScormReport = z.output<typeof scormReport>;

/** Why a package was rejected. The locales of the web have a sentence for each code. */
export const scormRejections = [
  'empty',
  'not_a_zip',
  'truncated',
  'damaged',
  'encrypted',
  'compression_unknown',
  'too_many_files',
  'zip_bomb',
  'path_unsafe',
  'path_too_long',
  'link',
  'duplicate_names',
  'manifest_missing',
  'manifest_ambiguous',
  'manifest_too_large',
  'manifest_doctype',
  'manifest_malformed',
  'not_scorm',
  'nothing_to_launch',
  'launch_missing',
  'launch_external',
] as const;
export const scormRejection = z.enum(scormRejections);
export type ScormRejection = z.output<typeof scormRejection>;

/** The `detail` of a task that ended with `scorm.rejected.<code>`, as JSON. `places` are paths inside the package. */
export const scormRejectionDetail = z.object({ code: scormRejection, places: z.array(z.string()) });
export type ScormRejectionDetail = z.output<typeof scormRejectionDetail>;

/** The `result` of a successful import task. */
export const scormImportResult = z.object({
  course_id: z.uuid(),
  package_id: z.uuid(),
  warnings: z.int(),
  /** People who were moved to the new package. */
  moved: z.int().default(0),
});
export type ScormImportResult = z.output<typeof scormImportResult>;
