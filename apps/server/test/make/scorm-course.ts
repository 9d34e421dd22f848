import { createHash, randomUUID } from 'node:crypto';
import type { CompletionRule, ScormItem, ScormManifest, ScormStandard } from '@sergak/contract/scorm/scorm.schema.ts';
import { publishCourse } from '../../src/modules/library/public.ts';
import type { Platform } from '../../src/platform/context.ts';
import { inTenant } from '../../src/platform/db.ts';
import { platform } from '../app.ts';

export const scormItem = (id: string, changes: Partial<ScormItem> = {}): ScormItem => ({
  id,
  title: `Раздел ${id}`,
  visible: true,
  launch: `${id}.html`,
  type: 'sco',
  mastery_score: null,
  scaled_passing_score: null,
  launch_data: '',
  max_time_allowed: '',
  time_limit_action: '',
  completion_threshold: null,
  objectives: [],
  sequencing: null,
  items: [],
  ...changes,
});

export const scormManifest = (
  standard: ScormStandard,
  items: readonly ScormItem[],
  sequencing: ScormManifest['sequencing'] = null,
): ScormManifest => ({
  standard,
  edition: standard === '1.2' ? '' : '4th',
  title: 'Осторожно, письмо',
  organization: 'org',
  items,
  sequencing,
});

type Options = {
  files?: Readonly<Record<string, string>>;
  policy?: 'highest' | 'last' | 'first' | 'average';
  /** The rule that the import proposed. */
  rule?: CompletionRule;
  on?: Platform;
};

/** A published SCORM course whose package is stored as an import would store it. */
export const scormCourse = async (
  org: { id: string },
  manifest: ScormManifest,
  { files = {}, policy = 'highest', rule = { by: 'completed', score: null }, on }: Options = {},
) => {
  const used = on ?? (await platform());
  const [packageId, courseId] = [randomUUID(), randomUUID()];
  const stored: { package_id: string; path: string; size: number; storage_key: string }[] = [];
  for (const [path, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
    stored.push({ package_id: packageId, path, size: bytes.length, storage_key: await used.files.put(bytes) });
  }
  const scope = { organizationId: org.id, readable: [org.id] };
  const version = await inTenant(used.db, scope, 'write', async (tx) => {
    await tx
      .insertInto('scorm_packages')
      .values({
        id: packageId,
        title: manifest.title,
        file_name: 'package.zip',
        sha256: createHash('sha256').update(packageId).digest('hex'),
        standard: manifest.standard,
        edition: manifest.edition,
        manifest: JSON.stringify(manifest),
        report: JSON.stringify({}),
        completion_rule: JSON.stringify(rule),
        size: 1000,
        files_count: Math.max(1, stored.length),
      })
      .execute();
    if (stored.length > 0) await tx.insertInto('scorm_package_files').values(stored).execute();
    await tx
      .insertInto('courses')
      .values({ id: courseId, title: manifest.title, kind: 'scorm', scorm_package_id: packageId, score_policy: policy })
      .execute();
    await publishCourse(tx, courseId);
    return tx
      .selectFrom('course_versions')
      .select('content')
      .where('course_id', '=', courseId)
      .executeTakeFirstOrThrow();
  });
  const content = version.content as { sections: { themes: { steps: { id: string }[] }[] }[] };
  return { id: courseId, packageId, stepId: content.sections[0]!.themes[0]!.steps[0]!.id };
};
