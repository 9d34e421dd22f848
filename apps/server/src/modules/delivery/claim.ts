import { isSenderAllowed } from '@sergak/contract/phishing/phishing.rules.ts';
import type { Database } from '../../platform/db.ts';
import { after, iso } from '../../platform/clock.ts';
import { inSystem } from '../../platform/db.ts';
import { addToDay, dayOf, lockDay } from './days.repo.ts';
import * as repo from './delivery.repo.ts';
import * as due from './due.query.ts';
import { paceOf } from './pace.rules.ts';
import { decide, nextMidnight, rejection, type Decision } from './delivery.rules.ts';

export type ClaimOptions = {
  readonly organizationId: string;
  /** The name of this claim; another one for each. */
  readonly claim: string;
  readonly limit: number;
  readonly leaseMs: number;
  readonly at: Date;
  /** Incremented with every claim, so that campaigns of one organisation take turns. */
  readonly turn: number;
  /** Sender domains that the installation allows to all organisations. */
  readonly senderDomains: readonly string[];
};
export type Claim = {
  readonly emails: repo.ClaimedEmail[];
  /** When the cap per minute allows further emails; null if it does not keep any back. */
  readonly again: Date | null;
};
/** Emails looked at beyond the free slots, because some of them are postponed or ended and need none. */
const SPARE = 20;
type EmailDecision = { id: number; decision: Exclude<Decision, { do: 'send' }>; reply: string | null };

const NOTHING: Claim = { emails: [], again: null };

/**
 * Claims due emails of one campaign of the organisation for this sender, in its own transaction. All conditions that held
 * when an email was planned are checked again. None if the organisation may not send or has nothing due.
 */
export const claimEmails = (db: Database, options: ClaimOptions): Promise<Claim> =>
  inSystem(db, async (tx) => {
    const { organizationId, claim, limit, leaseMs, at } = options;
    const organization = await due.findSendingOrganization(tx, organizationId, at);
    if (!organization) return NOTHING;
    const campaigns = await due.findDueCampaigns(tx, organizationId, at);
    const campaign = campaigns[options.turn % Math.max(1, campaigns.length)];
    if (!campaign) return NOTHING;
    const day = dayOf(organization, at);
    const { taken, next_slot_at } = await lockDay(tx, organizationId, day);
    const left = organization.daily_cap - taken;
    const pace = organization.minute_cap === null ? null : paceOf(organization.minute_cap, next_slot_at, at);
    if (pace?.free === 0) return { emails: [], again: new Date(pace.nextSlotAt(0)) };
    const free = Math.min(limit, pace?.free ?? limit);
    const candidates = await repo.lockDueEmails(tx, campaign.id, at, Math.min(limit, free + SPARE));
    const domains = await due.verifiedDomains(tx, organizationId);
    const allowed = [...domains, ...options.senderDomains];
    const senders = await due.campaignSenders(tx, campaign.id);
    const foreign = senders.filter((one) => !isSenderAllowed(one.sender_address, allowed));
    const rules = {
      at,
      isTesting: campaign.is_testing,
      spread: campaign.spread,
      hours: organization,
      spacing: organization,
      domains,
      foreign: new Set(foreign.map((one) => one.email_id)),
    };
    const nextDay: Decision = { do: 'postpone', until: iso(nextMidnight(at, organization.time_zone)) };
    const emails: repo.ClaimedEmail[] = [];
    const decisions: EmailDecision[] = [];
    for (const email of candidates) {
      const ruling = decide(email, rules);
      const decision = ruling.do === 'send' && emails.length >= left ? nextDay : ruling;
      if (decision.do === 'send' && emails.length === free) continue; // waits for a slot as it is
      if (decision.do === 'send') emails.push({ ...email, claim, organization });
      else decisions.push({ id: email.id, decision, reply: decision.do === 'end' ? rejection(decision.reason) : null });
    }
    await repo.markDecided(tx, decisions);
    if (emails.length > 0) {
      await repo.markClaimed(
        tx,
        emails.map((one) => one.id),
        claim,
        after(at, leaseMs),
      );
      await addToDay(tx, organizationId, day, emails.length, pace && pace.nextSlotAt(emails.length));
    }
    return { emails, again: pace && emails.length === free ? new Date(pace.nextSlotAt(free)) : null };
  });
