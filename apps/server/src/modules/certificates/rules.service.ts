import type { certificatesEndpoints } from '@sergak/contract/certificates/certificates.endpoints.ts';
import type { CertificateRule } from '@sergak/contract/certificates/certificates.schema.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { findRule } from './certificates.query.ts';
import * as repo from './certificates.repo.ts';

const read = async (ctx: Ctx, courseId: string): Promise<CertificateRule> => {
  const found = await findRule(ctx.tx, courseId);
  if (!found) throw new AppError('course.not_found');
  const { id, title, ...rule } = found;
  return { ...rule, course: { id, title } };
};

export const getRule = (ctx: Ctx, input: { id: string }) => read(ctx, input.id);

/** Changes which certificates a course gives from now on. Certificates that were issued keep their dates. */
export const saveRule = async (ctx: Ctx, input: Input<(typeof certificatesEndpoints)['certificates.save-rule']>) => {
  const { id, version, ...rule } = input;
  const before = await read(ctx, id);
  if (!(await repo.saveRule(ctx.tx, id, version, rule))) throw new AppError('common.stale_version');
  const after = await read(ctx, id);
  return new Logged(after, {
    kind: 'course',
    id,
    title: after.course.title,
    changes: {
      certificate_mode: [before.mode, after.mode],
      certificate_months: [before.valid_months, after.valid_months],
      certificate_remind_days: [before.remind_days, after.remind_days],
      certificate_reassign: [before.reassign, after.reassign],
    },
  });
};
