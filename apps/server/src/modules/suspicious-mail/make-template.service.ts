import { AppError } from '../../platform/errors.ts';
import type { OwnCtx } from '../../platform/context.ts';
import { importAsTemplate } from '../phishing/public.ts';
import { openMessage } from './message-reading.service.ts';

/** Makes a template of the message of a report. Needs the permission to read the message, besides that for templates. */
export const makeTemplate = async (ctx: OwnCtx, { id }: { id: string }) => {
  if (!ctx.viewer.permissions.has('admin.phishing.campaigns')) throw new AppError('session.forbidden');
  const { raw, subject } = await ctx.run('read', (tx) => openMessage(ctx.platform, tx, id));
  return importAsTemplate(ctx, { bytes: raw, name: subject });
};
