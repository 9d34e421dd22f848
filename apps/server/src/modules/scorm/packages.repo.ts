import type { AllowedHost, CompletionRule, ScormManifest, ScormReport } from '@sergak/contract/scorm/scorm.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

export type NewImport = {
  readonly taskId: string;
  /** The course that gets a new package; null to create one. */
  readonly courseId: string | null;
  readonly title: string;
  /** Whether open assignments move to the new package. */
  readonly moveOpen: boolean;
  readonly fileName: string;
  readonly size: number;
  readonly uploadKey: string;
  readonly createdBy: string;
  readonly actorName: string;
  readonly language: Language;
};

export const insertPackageImport = async (tx: Tx, made: NewImport): Promise<string> => {
  const { id } = await tx
    .insertInto('scorm_imports')
    .values({
      task_id: made.taskId,
      course_id: made.courseId,
      title: made.title,
      move_open: made.moveOpen,
      file_name: made.fileName,
      size: made.size,
      upload_key: made.uploadKey,
      created_by: made.createdBy,
      actor_name: made.actorName,
      language: made.language,
      created_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const importColumns = [
  'id',
  'task_id',
  'course_id',
  'title',
  'move_open',
  'file_name',
  'size',
  'upload_key',
  'files_planned',
  'status',
  'created_by',
  'actor_name',
  'language',
] as const;
export type Import = NonNullable<Awaited<ReturnType<typeof findPackageImport>>>;
export const findPackageImport = (tx: Tx, id: string) =>
  tx.selectFrom('scorm_imports').select(importColumns).where('id', '=', id).executeTakeFirst();
export const lockPackageImport = (tx: Tx, id: string) =>
  tx.selectFrom('scorm_imports').select(importColumns).where('id', '=', id).forUpdate().executeTakeFirst();

/** Records how many files the import is about to store, so that they can be removed if it fails. */
export const planFiles = (tx: Tx, id: string, count: number) =>
  tx.updateTable('scorm_imports').set({ files_planned: count }).where('id', '=', id).execute();

export const endImport = (tx: Tx, id: string, status: 'done' | 'failed') =>
  tx.updateTable('scorm_imports').set({ status, finished_at: now() }).where('id', '=', id).execute();

/** Key of a file of a package in the file store, by the number of the file. */
export const storageKey = (importId: string, index: number): string => `${importId.slice(0, 2)}/${importId}/${index}`;

export type NewPackage = {
  readonly title: string;
  readonly fileName: string;
  readonly sha256: string;
  readonly manifest: ScormManifest;
  readonly report: ScormReport;
  readonly rule: CompletionRule;
  readonly createdBy: string;
};
export type NewPackageFile = { readonly path: string; readonly size: number; readonly key: string };

/** Serialises imports of the same file, so that the second one finds the package of the first. */
export const lockFile = (tx: Tx, sha256: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(current_setting('app.org') || ${sha256}::text, 0))`.execute(tx);

export const findPackageByFile = (tx: Tx, sha256: string) =>
  tx.selectFrom('scorm_packages').select(['id', 'title', 'report']).where('sha256', '=', sha256).executeTakeFirst();

export const findFileName = (tx: Tx, packageId: string) =>
  tx.selectFrom('scorm_packages').select('file_name').where('id', '=', packageId).executeTakeFirst();

export const insertPackage = async (tx: Tx, made: NewPackage, files: readonly NewPackageFile[]): Promise<string> => {
  const { id } = await tx
    .insertInto('scorm_packages')
    .values({
      title: made.title,
      file_name: made.fileName,
      sha256: made.sha256,
      standard: made.manifest.standard,
      edition: made.manifest.edition,
      manifest: JSON.stringify(made.manifest),
      report: JSON.stringify(made.report),
      completion_rule: JSON.stringify(made.rule),
      size: made.report.size,
      files_count: files.length,
      created_by: made.createdBy,
      created_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into scorm_package_files (package_id, path, size, storage_key)
    select ${id}::uuid, f.path, f.size, f.key
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as f(path text, size bigint, key text)`.execute(tx);
  return id;
};

export const findProposedRule = async (tx: Tx, id: string): Promise<CompletionRule> =>
  (
    await tx
      .selectFrom('scorm_packages')
      .select(sql<CompletionRule>`completion_rule`.as('rule'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).rule;

export const setAllowedHosts = async (tx: Tx, id: string, hosts: readonly AllowedHost[]): Promise<void> => {
  await tx
    .updateTable('scorm_packages')
    .set({ allowed_hosts: JSON.stringify(hosts) })
    .where('id', '=', id)
    .execute();
};

/** Deletes a package that no course, step or published version uses; returns the keys of its files. */
export const deleteUnusedPackage = async (tx: Tx, id: string): Promise<string[]> => {
  const { rows } = await sql<{ storage_key: string }>`
    with unused as (select p.id from scorm_packages p where p.id = ${id}
        and not exists (select from courses c where c.scorm_package_id = p.id)
        and not exists (select from theme_steps t where t.scorm_package_id = p.id)
        and not exists (select from course_version_packages v where v.package_id = p.id)
      for update)
    select f.storage_key from scorm_package_files f join unused on unused.id = f.package_id`.execute(tx);
  if (rows.length > 0) await tx.deleteFrom('scorm_packages').where('id', '=', id).execute();
  return rows.map((row) => row.storage_key);
};

/** Bytes of all packages of the organisation and of the uploads that wait for their import. */
export const storedPackageBytes = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select (select coalesce(sum(size), 0) from scorm_packages)
      + (select coalesce(sum(size), 0) from scorm_imports where status = 'waiting') as n`.execute(tx);
  return Number(rows[0]!.n);
};
