import { dayIn, now } from '../../platform/clock.ts';
import { WAITING_MAX, type WaitingSource } from '../../platform/waiting.ts';
import { withAudience } from './audience.rules.ts';
import { listOverdue } from './learning.query.ts';

/** Assigned courses whose deadline has passed while people have not completed them, as the list of assignments marks them. */
export const overdueAssignments: WaitingSource = {
  kind: 'overdue',
  find: async (tx) => {
    const { time_zone } = await tx.selectFrom('organizations').select('time_zone').executeTakeFirstOrThrow();
    const found = await listOverdue(tx, dayIn(now(), time_zone), WAITING_MAX);
    return withAudience(found).map((one) => ({
      thing_id: one.id,
      title: one.title,
      number: one.learners_count - one.completed_count,
      since: one.ended_at,
    }));
  },
};
