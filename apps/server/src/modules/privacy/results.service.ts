import type { Tx } from '../../platform/db.ts';
import { clearChoices, removeFromChoices } from '../campaigns/public.ts';
import { dropSmallDepartments, lockEmails, mergeSmallDepartments, separateEmails } from '../delivery/public.ts';
import { forgetReactions } from '../results/public.ts';
import { dropResults, separateEvents } from '../tracking/public.ts';
import * as query from './results.query.ts';

/** Results that became anonymous: their former persons, and their campaigns. */
export type Anonymized = { readonly people: readonly string[]; readonly campaigns: readonly string[] };

type Rows = Awaited<ReturnType<typeof query.findResults>>;
const campaignsOf = (rows: Rows): string[] => [...new Set(rows.map((row) => row.campaign_id))];
const idsOf = (rows: Rows): number[] => rows.map((row) => row.id);

/**
 * Separates up to `most` results from their persons, for campaigns that ended before an instant. Result, email and the time
 * between the steps stay, so that the figures of a campaign do not change. What an email in a mailbox, a log or another table
 * shares with the row is cleared or replaced (decision 0283).
 */
export const anonymizeResults = async (tx: Tx, before: Date, most: number): Promise<Anonymized> =>
  anonymize(tx, await query.findResults(tx, before, most));

/** Like {@link anonymizeResults}, for results of ended campaigns that could change at an instant or later. */
export const anonymizeResultsSince = async (tx: Tx, since: Date, most: number): Promise<Anonymized> =>
  anonymize(tx, await query.findResultsSince(tx, since, most), dropResults);

const anonymize = async (
  tx: Tx,
  rows: Rows,
  prepare?: (tx: Tx, ids: readonly number[]) => Promise<unknown>,
): Promise<Anonymized> => {
  if (rows.length === 0) return { people: [], campaigns: [] };
  const [campaigns, ids] = [campaignsOf(rows), idsOf(rows)];
  await lockEmails(tx, campaigns, ids);
  await mergeSmallDepartments(tx, campaigns);
  await clearChoices(tx, campaigns);
  await prepare?.(tx, ids);
  return { people: await separate(tx, ids), campaigns };
};

/**
 * Separates all results of these people, whose data is erased, except emails that senders hold.
 * A department stays only on a group of erased people.
 */
export const anonymizePeople = async (tx: Tx, ids: readonly string[]): Promise<Anonymized> => {
  const rows = await query.lockResultsOf(tx, ids);
  if (rows.length === 0) return { people: [], campaigns: [] };
  const campaigns = campaignsOf(rows);
  await dropSmallDepartments(tx, campaigns, idsOf(rows));
  await removeFromChoices(tx, ids);
  return { people: await separate(tx, idsOf(rows)), campaigns };
};

/** Each owner changes its own; the emails come last, because the others find person and time of sending in them. */
const separate = async (tx: Tx, ids: readonly number[]): Promise<string[]> => {
  await separateEvents(tx, ids);
  await forgetReactions(tx, ids);
  return separateEmails(tx, ids);
};
