import { ARCHIVE_MAX } from '@sergak/contract/certificates/certificates.rules.ts';
import type { certificatesEndpoints } from '@sergak/contract/certificates/certificates.endpoints.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { dayIn, now } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { openHeavyTask } from '../../platform/tasks.ts';
import { selectCertificateIds } from './certificates.query.ts';

/** Starts an archive of the certificates that the filter covers now, without revoked ones. */
export const orderArchive = async (ctx: Ctx, input: Input<(typeof certificatesEndpoints)['certificates.archive']>) => {
  const { design, ...filter } = input;
  const today = dayIn(now(), ctx.viewer.timeZone);
  const ids = await selectCertificateIds(ctx.tx, today, { ...filter, limit: ARCHIVE_MAX + 1 });
  if (ids.length === 0) throw new AppError('certificate.none_selected');
  if (ids.length > ARCHIVE_MAX) throw new AppError('certificate.too_many', { most: ARCHIVE_MAX });
  const task_id = await openHeavyTask(ctx.tx, {
    kind: 'certificates.write-archive',
    createdBy: ctx.viewer.id,
    total: ids.length,
    cancellable: true,
  });
  await enqueue(ctx.tx, 'certificates.write-archive', { task_id, employee_id: ctx.viewer.id, design, ids });
  return new Logged({ task_id }, { kind: 'certificate', title: null, details: { affected: ids.length, task_id } });
};
