import type { CourseKind } from '@sergak/contract/library/library.schema.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import * as query from './learning.query.ts';

/** Throws unless the assignment exists and its course is of this kind. */
export const requireKind = async (ctx: { readonly tx: Tx }, id: string, kind: CourseKind | 'any'): Promise<void> => {
  const found = await query.kindOf(ctx.tx, id);
  if (!found || (kind !== 'any' && found !== kind)) throw new AppError('assignment.not_found');
};

/** The same handler for assignments of one kind only: an id of the other kind does not exist for it. */
export const onlyFor =
  (kind: CourseKind) =>
  <I extends { readonly id: string }, O>(handler: (ctx: Ctx, input: I) => O | Promise<O>) =>
  async (ctx: Ctx, input: I): Promise<O> => {
    await requireKind(ctx, input.id, kind);
    return handler(ctx, input);
  };
