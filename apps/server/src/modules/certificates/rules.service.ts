import type { certificatesEndpoints } from '@sergak/contract/certificates/certificates.endpoints.ts';
import type { CertificateRule } from '@sergak/contract/certificates/certificates.schema.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { openHeavyTask } from '../../platform/tasks.ts';
import { staleVersion } from '../../platform/version.ts';
import { findCertificateRule } from './certificates.query.ts';
import * as repo from './certificates.repo.ts';

const read = async (ctx: Ctx, courseId: string): Promise<CertificateRule> => {
  const found = await findCertificateRule(ctx.tx, courseId);
  if (!found) throw new AppError('course.not_found');
  const { id, title, ...rule } = found;
  return { ...rule, course: { id, title } };
};

export const getRule = (ctx: Ctx, input: { id: string }) => read(ctx, input.id);

/** Changes which certificates a course gives. Issued certificates keep their dates; earlier completions wait for {@link requestMissingCertificates}. */
export const saveRule = async (ctx: Ctx, input: Input<(typeof certificatesEndpoints)['certificates.save-rule']>) => {
  const { id, version, ...rule } = input;
  const before = await read(ctx, id);
  if (!(await repo.storeRule(ctx.tx, id, version, rule))) throw staleVersion();
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

/** Starts issuing certificates to people who completed the course before its rule gave them one. */
export const requestMissingCertificates = async (ctx: Ctx, input: { id: string }) => {
  const { course, missing } = await read(ctx, input.id);
  if (missing === 0) throw new AppError('certificate.none_selected');
  const task_id = await openHeavyTask(ctx.tx, {
    kind: 'certificates.issue-missing',
    createdBy: ctx.viewer.id,
    total: missing,
    cancellable: true,
  });
  await enqueue(ctx.tx, 'certificates.issue-missing', { task_id, course_id: course.id });
  return new Logged(
    { task_id },
    { kind: 'course', id: course.id, title: course.title, details: { affected: missing, task_id } },
  );
};
