import { WAITING_MAX, type WaitingSource } from '../../platform/waiting.ts';
import { countCampaigns } from '../statistics/public.ts';

/** Running campaigns with emails that failed: they can be sent again until the campaign ends. */
export const failedEmails: WaitingSource = {
  kind: 'failed_emails',
  find: async (tx) => {
    const running = await tx
      .selectFrom('campaigns')
      .select(['id', 'name', 'start_at'])
      .where('status', '=', 'active')
      .where('is_testing', '=', false)
      .orderBy('start_at')
      .limit(WAITING_MAX)
      .execute();
    if (running.length === 0) return [];
    const counts = await countCampaigns(
      tx,
      running.map((one) => one.id),
    );
    return running.flatMap(({ id, name, start_at }) => {
      const number = counts.get(id)?.sending.failed ?? 0;
      return number === 0 ? [] : [{ thing_id: id, title: name, number, since: start_at }];
    });
  },
};
