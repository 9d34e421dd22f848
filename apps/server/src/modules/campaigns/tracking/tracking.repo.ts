import { resultOf } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { sql } from 'kysely';
import { type Database, inSystem } from '../../../platform/db.ts';
import { jobs } from '../../../job-table.ts';
import { RISE_AFTER_END_MS } from './rise.rules.ts';
import type { CampaignFacts, Hit, Program, Recipient, Seen } from './tracking.types.ts';
import { CROWD_LEAST, FRESH_MS, RECENT_MS, WALKED_LEAST, WALKS_MS, type Ruling } from './verdict.rules.ts';

// The phishing origin has no session, only a tracking key, so each function here runs as the system role.

/** Returns the recipient of a key, for pages that are no event. One statement, without a transaction around it. */
export const findRecipient = (db: Database, key: string): Promise<Recipient | undefined> =>
  db.system
    .selectFrom('campaign_recipients')
    .select([
      'campaign_id',
      'email_id',
      'address',
      'last_name',
      'first_name',
      'middle_name',
      'position',
      'department',
      'language',
    ])
    .where('tracking_key', '=', key)
    .executeTakeFirst();

export const findCampaignFacts = (db: Database, id: string): Promise<CampaignFacts | undefined> =>
  inSystem(db, async (tx) => {
    const row = await tx
      .selectFrom('campaigns as c')
      .innerJoin('organizations as o', 'o.id', 'c.organization_id')
      .select(['c.id', 'c.redirect_page_id', 'o.id as organization_id', 'o.title', 'o.language', 'o.time_zone'])
      .where('c.id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const { organization_id, title, language, time_zone, ...campaign } = row;
    return { ...campaign, organization: { id: organization_id, title, language, time_zone } };
  });

export type LandingRow = { readonly page_html: string | null; readonly language: 'ru' | 'en' | 'uz' };
/** The landing page of a campaign's email in this language, else in the language of the base. */
export const findLanding = (
  db: Database,
  campaignId: string,
  emailId: string,
  wanted: string | null,
): Promise<LandingRow | undefined> =>
  inSystem(db, async (tx) => {
    const { rows } = await sql<LandingRow>`
      select case when x.language is null then m.page_html else x.page_html end as page_html, coalesce(x.language, m.language) as language
      from campaign_emails m
      left join campaign_email_translations x on x.campaign_id = m.campaign_id and x.email_id = m.email_id and x.language = ${wanted}
      where m.campaign_id = ${campaignId} and m.email_id = ${emailId}`.execute(tx);
    return rows[0];
  });

/** Returns the redirect page as copied at the launch. */
export const findRedirectHtml = (db: Database, campaignId: string): Promise<string | null> =>
  inSystem(
    db,
    async (tx) =>
      (await tx.selectFrom('campaigns').select('redirect_html').where('id', '=', campaignId).executeTakeFirst())
        ?.redirect_html ?? null,
  );

export type PinnedPicture = { readonly content_type: string; readonly storage_key: string; readonly size: number };
/** Returns a picture that some campaign pinned at its launch. */
export const findPinnedPicture = async (db: Database, fileId: string): Promise<PinnedPicture | undefined> => {
  const { rows } = await sql<PinnedPicture>`select f.content_type, f.storage_key, f.size::int as size from files f
    where f.id = ${fileId} and f.content_type in ('image/png', 'image/jpeg')
      and exists (select from campaign_files c where c.file_id = f.id)`.execute(db.system);
  return rows[0];
};

/** Delay of the job that reacts to results, so that one job serves all results stored meanwhile. */
export const REACT_AFTER_MS = 1_500;
const { 'campaigns.react-to-results': react, 'statistics.refresh-people': refresh } = jobs;
const ms = (duration: number) => `${duration} ms`;
/**
 * Sends values shared by many hits once: returns the distinct values, and for each hit the place of its value in the list.
 */
const shared = <T>(items: readonly T[], nameOf: (item: T) => unknown) => {
  const places = new Map<unknown, number>();
  const list: T[] = [];
  const at = items.map((item) => {
    const name = nameOf(item);
    const known = places.get(name);
    if (known) return known;
    places.set(name, list.push(item));
    return list.length;
  });
  return { list, at };
};

/** One hit with everything that is known without its recipient. */
export type JudgedHit = { readonly hit: Hit; readonly program: Program; readonly ruling: Ruling };
export type StoredHit = Seen & {
  readonly place: number;
  readonly reacting: boolean | null;
};

const acts = { ...resultOf, used_page: 5 };

/**
 * Stores a batch in one commit: the events, the raised results with their first times, and the jobs that follow. Returns
 * the hits whose key is known; `place` counts from 1. For campaigns in `reacted` the reaction is already enqueued. A batch
 * that may have been stored before is stored once.
 */
export const storeHits = async (
  db: Database,
  batch: readonly JudgedHit[],
  reacted: readonly string[],
): Promise<StoredHit[]> => {
  const sources = shared(batch, ({ hit }) => hit.address);
  const programs = shared(batch, ({ program }) => program);
  const rulings = shared(batch, ({ ruling }) => ruling);
  const words = (of: keyof Ruling) => rulings.list.map(({ ruling }) => ruling[of] || '');
  const agents = programs.list.map(({ program }) => program);
  const { rows } = await sql<StoredHit>`select * from store_hits(
    ${batch.map(({ hit }) => hit.key)}, ${batch.map(({ hit }) => hit.id)}, ${batch.map(({ hit }) => acts[hit.kind])},
    ${batch.map(({ hit }) => hit.at.getTime())}, ${sources.at}, ${programs.at}, ${rulings.at},
    ${batch.map(({ hit }) => hit.fields.join(','))},
    ${sources.list.map(({ hit }) => hit.address)}, ${agents.map((one) => one.userAgent)},
    ${agents.map((one) => one.os)}, ${agents.map((one) => one.browser)},
    ${words('before')}, ${words('fresh')}, ${words('recent')}, ${words('late')}, ${ms(FRESH_MS)}, ${ms(RECENT_MS)},
    ${ms(WALKS_MS)}, ${WALKED_LEAST}, ${CROWD_LEAST}, ${batch.some(({ hit }) => hit.again)}, ${ms(RISE_AFTER_END_MS)}, ${reacted}, ${ms(REACT_AFTER_MS)}, ${react.attempts}, ${refresh.attempts})`.execute(
    db.system,
  );
  return rows;
};

/**
 * Enqueues the reaction to results of these campaigns again: the job may have started while the results were being stored.
 */
export const reactAgain = (db: Database, campaignIds: readonly string[]): Promise<unknown> =>
  sql`select enqueue('campaigns.react-to-results', json_build_object('organization_id', c.organization_id, 'campaign_id', c.id),
      reaction_key(c.id), now() + ${ms(REACT_AFTER_MS)}::interval, attempts => ${react.attempts})
    from campaigns c where c.id = any (${campaignIds}::uuid[])`.execute(db.system);
