import { domainOf } from '@sergak/contract/employees/employees.limits.ts';
import {
  instantOf,
  isWorkingTime,
  localDay,
  nextDay,
  workingSpans,
  type WorkHours,
} from '@sergak/contract/campaigns/schedule.rules.ts';
import { isServerTrouble, type Outcome } from '@sergak/mail/outcome.ts';
import { after, DAY, HOUR, iso, MINUTE, SECOND } from '../../platform/clock.ts';

/** Pause after the n-th attempt for one email; the last pause repeats until the campaign ends. */
export const BACKOFF_MS: readonly number[] = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY];
/**
 * Pauses after a broken connection. It says little about the email, and the pool itself waits for the server, so they are
 * short.
 */
export const RECONNECT_MS: readonly number[] = [2 * SECOND, 5 * SECOND, 15 * SECOND];
export const LEASE_MS = 120 * SECOND;
export const WEEK_MS = 7 * DAY;

export type Pauses = { readonly backoffMs: readonly number[]; readonly reconnectMs: readonly number[] };
export const PAUSES: Pauses = { backoffMs: BACKOFF_MS, reconnectMs: RECONNECT_MS };

/** The data of a due email that decides whether it is sent. */
export type Candidate = {
  readonly address: string;
  readonly email_id: string;
  /** The person's current address, in lower case; null if the person was removed. */
  readonly email_key: string | null;
  /** Times at which other simulations reached this person in the last seven days, latest first. */
  readonly recent: readonly string[];
  /** Another simulation is being sent to this person. */
  readonly busy: boolean;
};
export type Spacing = { readonly person_weekly_cap: number; readonly person_gap_hours: number };
export type Rules = {
  readonly at: Date;
  readonly isTesting: boolean;
  readonly spread: boolean;
  readonly hours: WorkHours;
  /** How often one person may get a simulation, from the organisation's settings. */
  readonly spacing: Spacing;
  readonly domains: ReadonlySet<string>;
  /** Emails of the campaign with a sender that the organisation may not use. */
  readonly foreign: ReadonlySet<string>;
};
export type Decision =
  | { readonly do: 'send' }
  | { readonly do: 'postpone'; readonly until: string }
  | { readonly do: 'end'; readonly state: 'failed' | 'cancelled'; readonly reason: RejectionReason };

/** Why an email is not offered to a mail server; stored in `reply` after «not sent: ». */
export type RejectionReason =
  | 'person_deleted'
  | 'address_changed'
  | 'domain_unverified'
  | 'sender_domain'
  | 'email_invalid'
  | 'campaign_completed';
export const rejection = (reason: RejectionReason): string => `not sent: ${reason}`;

/** Decides whether a due email may be sent now. All conditions that held when it was planned are checked again. */
export const decide = (email: Candidate, rules: Rules): Decision => {
  if (email.email_key === null) return { do: 'end', state: 'cancelled', reason: 'person_deleted' };
  if (email.email_key !== email.address.toLowerCase())
    return { do: 'end', state: 'cancelled', reason: 'address_changed' };
  if (!rules.domains.has(domainOf(email.address))) return { do: 'end', state: 'failed', reason: 'domain_unverified' };
  if (rules.foreign.has(email.email_id)) return { do: 'end', state: 'failed', reason: 'sender_domain' };
  if (rules.spread) {
    const opening = nextOpening(rules.at, rules.hours);
    if (opening && opening > rules.at) return { do: 'postpone', until: iso(opening) };
  }
  if (rules.isTesting) return { do: 'send' };
  const free = freeAgainAt(email, rules.at, rules.spacing);
  return free ? { do: 'postpone', until: iso(free) } : { do: 'send' };
};

/** Returns when this person may get a simulation again; null: now. */
const freeAgainAt = ({ recent, busy }: Candidate, at: Date, spacing: Spacing): Date | null => {
  const gap = spacing.person_gap_hours * HOUR;
  const moments = recent.map((moment) => new Date(moment));
  const last = moments[0];
  /** The simulation that has to be a week old before another one is allowed. */
  const oldest = moments[spacing.person_weekly_cap - 1];
  let free = busy ? after(at, gap) : at;
  if (last && after(last, gap) > free) free = after(last, gap);
  if (oldest && after(oldest, WEEK_MS) > free) free = after(oldest, WEEK_MS);
  return free > at ? free : null;
};

/** Returns the given time if it is in working hours, else the next opening; null if there is none in the next weeks. */
export const nextOpening = (at: Date, hours: WorkHours): Date | null => {
  if (isWorkingTime(at.getTime(), hours)) return at;
  const span = workingSpans(at.getTime(), at.getTime() + 31 * DAY, hours)[0];
  return span ? new Date(span.start) : null;
};

/** Returns the start of the organisation's next day, when a reached daily cap is reset. */
export const nextMidnight = (at: Date, timeZone: string): Date =>
  new Date(instantOf(nextDay(localDay(at.getTime(), timeZone)), 0, timeZone));

export type Fate = {
  readonly state: 'sent' | 'failed' | 'unknown' | 'retry' | 'queued';
  readonly reply: string | null;
  /** Time of the next attempt; null keeps the stored time. */
  readonly send_at: string | null;
  /** Added to the number of attempts. */
  readonly tries: 0 | 1;
};

/** The state of an email after its outcome is stored. */
export type EndState = Fate['state'] | 'cancelled';

/** Whether an email in this state returns its place in the daily cap: it was claimed, but nobody got it. */
export const returnsPlace = (state: EndState): boolean => state !== 'sent' && state !== 'unknown';

const LOCAL = /^\d{3} not offered to the server/;

/** Returns the state of an email after one attempt. After the end of its campaign an email that would wait again is cancelled when this is stored. */
export const fateOf = (
  outcome: Outcome,
  email: { readonly attempts: number },
  at: Date,
  pauses: Pauses = PAUSES,
): Fate => {
  if (outcome.kind === 'accepted') return { state: 'sent', reply: outcome.reply, send_at: null, tries: 1 };
  if (outcome.kind === 'unknown') return { state: 'unknown', reply: outcome.reason, send_at: null, tries: 1 };
  if (outcome.kind === 'not_sent' && /^(stopped|hook_failed)/.test(outcome.reason))
    return { state: 'queued', reply: null, send_at: null, tries: 0 };
  const later = (steps: readonly number[], index: number) => iso(after(at, steps[Math.min(index, steps.length - 1)]!));
  if (outcome.kind === 'not_sent' || isServerTrouble(outcome)) {
    const text = outcome.kind === 'not_sent' ? outcome.reason : outcome.reply;
    const reached = !['connect', 'tls', 'auth'].includes(outcome.stage);
    const quick = pauses.reconnectMs.length;
    const send_at =
      !reached || email.attempts < quick
        ? later(pauses.reconnectMs, reached ? email.attempts : 0)
        : later(pauses.backoffMs, email.attempts - quick);
    return { state: reached ? 'retry' : 'queued', reply: text, send_at, tries: reached ? 1 : 0 };
  }
  // A server that rejects the sender says nothing about the recipient. An administrator can correct the sender, so the
  // email waits.
  const final = outcome.permanent && (outcome.stage !== 'mail' || LOCAL.test(outcome.reply));
  if (final) return { state: 'failed', reply: outcome.reply, send_at: null, tries: 1 };
  return { state: 'retry', reply: outcome.reply, send_at: later(pauses.backoffMs, email.attempts), tries: 1 };
};
