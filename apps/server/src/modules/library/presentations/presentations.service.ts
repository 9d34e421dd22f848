import { presentationKinds, type PresentationKind } from '@sergak/contract/library/presentations.rules.ts';
import type { Config } from '../../../config.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs.ts';
import { openHeavyTask } from '../../../platform/tasks.ts';
import { storeUpload } from '../../files/public.ts';
import { readDeckKind } from './deck-kind.ts';
import { DeckError } from './deck.types.ts';
import * as repo from './presentations.repo.ts';

const canImport = ({ soffice }: Config, kind: PresentationKind): boolean => kind === 'pdf' || soffice !== undefined;

/** Kinds of presentation files that this installation can import. */
export const getFormats = async ({ platform }: Ctx) => ({
  kinds: presentationKinds.filter((kind) => canImport(platform.config, kind)),
});

/** Stores an uploaded presentation and starts the task that appends its slides to a module. */
export const startImport = async (ctx: Ctx, input: { id: string; with_notes: boolean }) => {
  const found = await repo.findModule(ctx.tx, input.id);
  if (!found) throw new AppError('module.not_found');
  const { file } = ctx.uploads;
  if (!file) throw new AppError('request.invalid', [{ field: 'file', code: 'missing' }]);
  const kind = await readDeckKind(file.path).catch((error: unknown) => {
    throw error instanceof DeckError ? new AppError(error.code, error.details) : error;
  });
  if (!canImport(ctx.platform.config, kind)) throw new AppError('presentation.needs_converter', { kind });
  // Before the file is stored: the bytes of a rejected file would stay in the store.
  const event_id = await openHeavyTask(ctx.tx, {
    kind: 'library.import-presentation',
    createdBy: ctx.viewer.id,
    cancellable: true,
  });
  const file_id = await storeUpload(ctx, file, 'owner');
  await enqueue(ctx.tx, 'library.import-presentation', {
    event_id,
    module_id: found.id,
    file_id,
    kind,
    with_notes: input.with_notes,
    employee_id: ctx.viewer.id,
    employee_name: ctx.viewer.name,
  });
  return { event_id };
};
