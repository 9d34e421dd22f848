import type { certificatesEndpoints } from '@sergak/contract/certificates/certificates.endpoints.ts';
import { ARCHIVE_MAX } from '@sergak/contract/certificates/certificates.rules.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { dayIn, now } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { requireCount } from '../directory/public.ts';
import { assignCourse } from '../learning/public.ts';
import { countChosen, findCertificateOrganization, findRenewals } from './certificates.query.ts';

/** Assigns the courses of these certificates again, so that people renew them; one assignment per course. */
export const reassignCourses = async (
  ctx: Ctx,
  input: Input<(typeof certificatesEndpoints)['certificates.reassign']>,
) => {
  const { time_zone } = await findCertificateOrganization(ctx.tx);
  const startDate = dayIn(now(), time_zone);
  const today = dayIn(now(), ctx.viewer.timeZone);
  if (input.expected_count !== undefined) requireCount(await countChosen(ctx.tx, today, input), input.expected_count);
  const { chosen, renewals } = await findRenewals(ctx.tx, today, { ...input, limit: ARCHIVE_MAX + 1 });
  if (chosen === 0) throw new AppError('certificate.none_selected');
  if (chosen > ARCHIVE_MAX) throw new AppError('certificate.too_many', { most: ARCHIVE_MAX });
  let assigned = 0;
  // Assigning locks each course: renewals are sorted by course, and the same order for everyone avoids deadlocks.
  for (const [courseId, people] of Map.groupBy(renewals, (one) => one.course_id)) {
    const { added } = await assignCourse(ctx.tx, {
      courseId,
      employeeIds: people.map((one) => one.employee_id),
      source: 'manual',
      startDate,
      createdBy: ctx.viewer.id,
    });
    assigned += added.length;
  }
  return new Logged(
    { assigned, skipped: chosen - assigned },
    { kind: 'certificate', title: null, details: { affected: assigned } },
  );
};
