import { sql } from 'kysely';
import { PHISHING_GAP_DAYS } from '@sergak/contract/automation/automation.rules.ts';
import { after, DAY, iso } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db.ts';

/** Why a person gets no simulation of a tag now. `phishing_too_soon` passes with time; an unverified domain does not. */
export type TagRejection = 'phishing_too_soon' | 'domain_unverified';

/**
 * Returns those of these people who cannot get a simulation of a tag now. Too soon: a simulation that counts reached them
 * within the last days or is planned for them, or they are in this campaign (`campaignId`) already.
 */
export const rejectedPeople = async (
  tx: Tx,
  people: readonly string[],
  campaignId: string | null,
  at: Date,
): Promise<Map<string, TagRejection>> => {
  const since = iso(after(at, -PHISHING_GAP_DAYS * DAY));
  const { rows } = await sql<{ id: string; reason: TagRejection | null }>`
    select e.id, case
      when not exists (select from organization_domains d
        where d.domain = split_part(e.email_key, '@', 2) and d.verified_at is not null) then 'domain_unverified'
      when exists (select from campaign_recipients r join campaigns c on c.id = r.campaign_id
        where r.organization_id = e.organization_id and r.employee_id = e.id and not c.is_testing
          and (r.campaign_id = ${campaignId}::uuid or r.sent_at > ${since}
            or ((r.waiting or r.held) and c.status in ('creating', 'planned', 'active')
              and c.approval is distinct from 'rejected')
            or (r.state = 'unknown' and r.lease_until > ${since}))) then 'phishing_too_soon'
      end as reason
    from employees e where e.id = any(${people}::uuid[])`.execute(tx);
  return new Map(rows.flatMap((row) => (row.reason ? [[row.id, row.reason] as const] : [])));
};
