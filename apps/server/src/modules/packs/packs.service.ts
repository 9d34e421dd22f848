import type { Input } from '@sergak/contract/endpoint.ts';
import type { packsEndpoints } from '@sergak/contract/packs/packs.endpoints.ts';
import { Logged, type Ctx, type OwnCtx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { openHeavyTask } from '../../platform/tasks.ts';
import { assertQuota, insertFile } from '../files/public.ts';
import { packCourseTitle } from '../library/public.ts';
import { packTemplateName } from '../phishing/public.ts';

type In<K extends keyof typeof packsEndpoints> = Input<(typeof packsEndpoints)[K]>;

/** Starts the task that writes a pack, after all its courses and templates were found. */
export const startExport = async (ctx: Ctx, { courses, templates }: In<'packs.export'>) => {
  const { tx, viewer } = ctx;
  if (templates.length > 0 && !viewer.permissions.has('admin.phishing.templates'))
    throw new AppError('session.forbidden');
  const names: string[] = [];
  for (const id of courses) names.push(await packCourseTitle(tx, id));
  for (const id of templates) names.push(await packTemplateName(tx, id));
  const task_id = await openHeavyTask(tx, {
    kind: 'packs.write-pack',
    createdBy: viewer.id,
    total: names.length,
    cancellable: true,
  });
  await enqueue(tx, 'packs.write-pack', { task_id, employee_id: viewer.id, courses, templates });
  return new Logged(
    { task_id },
    { kind: 'file', title: null, details: { affected: names.length, titles: names.slice(0, 10), task_id } },
  );
};

/** Stores an uploaded pack and starts the task that adds its content. */
export const startImport = async (ctx: OwnCtx, _: In<'packs.import'>) => {
  const { platform, viewer, uploads } = ctx;
  const upload = uploads['pack'];
  if (!upload) throw new AppError('request.invalid', [{ field: 'pack', code: 'missing' }]);
  await ctx.run('read', (tx) => assertQuota(tx, viewer.id, upload.size));
  const storageKey = await platform.files.putFile(upload.path);
  const open = async (tx: Tx) => {
    const task_id = await openHeavyTask(tx, { kind: 'packs.import-pack', createdBy: viewer.id, cancellable: true });
    const { name, type, size } = upload;
    const file_id = await insertFile(tx, { name, type, size, storageKey, createdBy: viewer.id, visibility: 'owner' });
    await enqueue(tx, 'packs.import-pack', {
      task_id,
      file_id,
      employee_id: viewer.id,
      employee_name: viewer.name,
      may_templates: viewer.permissions.has('admin.phishing.templates'),
    });
    return { task_id };
  };
  try {
    return await ctx.run('write', open);
  } catch (error) {
    await platform.files.remove(storageKey).catch(() => null);
    throw error;
  }
};
