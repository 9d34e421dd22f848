import { presentationKinds, type PresentationKind } from '@sergak/contract/library/presentations.rules.ts';
import type { Config } from '../../../config.ts';
import type { Ctx, OwnCtx, Platform, Upload } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs.ts';
import { openHeavyTask } from '../../../platform/tasks.ts';
import { assertQuota, insertFile } from '../../files/public.ts';
import { readDeckKind } from './deck-kind.ts';
import { DeckError } from './deck.types.ts';
import * as repo from './presentations.repo.ts';

const canImport = ({ findSoffice }: Config, kind: PresentationKind): boolean =>
  kind === 'pdf' || findSoffice() !== undefined;

/** Kinds of presentation files that this installation can import. */
export const getFormats = async ({ platform }: Ctx) => ({
  kinds: presentationKinds.filter((kind) => canImport(platform.config, kind)),
});

/** The kind of an uploaded presentation, if this installation can import it. */
const checkKind = async ({ config }: Platform, file: Upload): Promise<PresentationKind> => {
  const kind = await readDeckKind(file.path).catch((error: unknown) => {
    throw error instanceof DeckError ? new AppError(error.code, error.details) : error;
  });
  if (!canImport(config, kind)) throw new AppError('presentation.needs_converter', { kind });
  return kind;
};

/** Stores an uploaded presentation and starts the task that appends its slides to a module. */
export const startImport = async (ctx: OwnCtx, input: { id: string; with_notes: boolean }) => {
  const { platform, viewer, uploads } = ctx;
  const { file } = uploads;
  await ctx.run('read', async (tx) => {
    if (!(await repo.findPresentationModule(tx, input.id))) throw new AppError('module.not_found');
    if (file) await assertQuota(tx, viewer.id, file.size);
  });
  if (!file) throw new AppError('request.invalid', [{ field: 'file', code: 'missing' }]);
  const kind = await checkKind(platform, file);
  const storageKey = await platform.files.putFile(file.path);
  const open = async (tx: Tx) => {
    const task_id = await openHeavyTask(tx, {
      kind: 'library.import-presentation',
      createdBy: viewer.id,
      cancellable: true,
    });
    const { name, type, size } = file;
    const file_id = await insertFile(tx, { name, type, size, storageKey, createdBy: viewer.id, visibility: 'owner' });
    await enqueue(tx, 'library.import-presentation', {
      task_id,
      module_id: input.id,
      file_id,
      kind,
      with_notes: input.with_notes,
      employee_id: viewer.id,
      employee_name: viewer.name,
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
