import type { Input } from '@sergak/contract/endpoint.ts';
import { cleanLine, TITLE_MAX } from '@sergak/contract/text.rules.ts';
import type { modulesEndpoints } from '@sergak/contract/library/modules.endpoints.ts';
import { type Ctx, Logged } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { requireVersion } from '../../platform/version.ts';
import { discardFiles } from '../files/public.ts';
import * as library from './library.query.ts';
import * as media from './media.repo.ts';
import * as query from './modules.query.ts';
import * as repo from './modules.repo.ts';

type In<K extends keyof typeof modulesEndpoints> = Input<(typeof modulesEndpoints)[K]>;

export const listModules = (ctx: Ctx, input: In<'library.modules'>) => query.selectModules(ctx.tx, input);

/** A module with its slides and questions. */
export const getModule = async ({ tx }: { tx: Tx }, { id }: { id: string }) => {
  const found = await library.findModule(tx, id);
  if (!found) throw new AppError('module.not_found');
  return found;
};

/** A module with its slides, its questions, and the themes and courses that use it. */
export const readModule = async (ctx: { tx: Tx }, input: { id: string }) => ({
  ...(await getModule(ctx, input)),
  ...(await query.findModuleUses(ctx.tx, input.id)),
});

/** Locks a module for a change; throws if it does not exist. */
export const lockModule = async (tx: Tx, id: string) => {
  const found = await repo.lockModuleRow(tx, id);
  if (!found) throw new AppError('module.not_found');
  return found;
};

/** Creates an empty module. */
export const createModule = async (ctx: Ctx, { title }: In<'library.create-module'>) => {
  const id = await repo.insertModule(ctx.tx, title);
  return new Logged(await getModule(ctx, { id }), { kind: 'module', id, title });
};

/** Renames a module. */
export const updateModule = async (ctx: Ctx, { id, version, ...input }: In<'library.update-module'>) => {
  const before = await lockModule(ctx.tx, id);
  requireVersion(before, version);
  const { title = before.title } = input;
  await repo.renameModule(ctx.tx, id, title);
  return new Logged(await getModule(ctx, { id }), {
    kind: 'module',
    id,
    title,
    changes: { title: [before.title, title] },
  });
};

/** Copies a module for independent changes. Published versions of courses keep the original. */
export const duplicateModule = async (ctx: Ctx, input: In<'library.duplicate-module'>) => {
  const from = await lockModule(ctx.tx, input.id);
  const title = input.title ?? cleanLine(`${from.title.slice(0, TITLE_MAX - 4)} (2)`);
  const id = await repo.insertModule(ctx.tx, title);
  await repo.copyContent(ctx.tx, from.id, id);
  return new Logged(await getModule(ctx, { id }), { kind: 'module', id, title });
};

/** Deletes a module that no theme uses, with those of its files that nothing else uses. */
export const deleteModule = async (ctx: Ctx, { id }: In<'library.delete-module'>) => {
  const { title } = await lockModule(ctx.tx, id);
  const uses = await query.findModuleUses(ctx.tx, id);
  if (uses.themes.length > 0) throw new AppError('module.in_use', uses);
  const files = await media.filesOfModule(ctx.tx, id);
  await repo.deleteModuleRow(ctx.tx, id);
  await discardFiles(ctx.tx, await media.unusedFiles(ctx.tx, files));
  return new Logged(null, { kind: 'module', id, title });
};
