import { randomBytes, randomUUID } from 'node:crypto';
import { handlers } from '../../src/app/composition.ts';
import { sweepStatistics } from '../../src/modules/statistics/refresh.service.ts';
import { after, DAY, iso, now } from '../../src/platform/clock.ts';
import { jobContext } from '../../src/platform/jobs.ts';
import type { TreeWorld, World } from './world.ts';

// Departments and campaigns whose results are known for each person, in two states that an anonymous organisation must not
// distinguish.

/** People of each department. */
const SIZES = [12, 5, 4, 1];
type Person = { readonly id: string; readonly department: string };
type Recipient = { readonly row: number; readonly sent: boolean };
type KnownCampaign = {
  readonly id: string;
  readonly emails: readonly string[];
  readonly recipients: readonly Recipient[];
  /** Final results of at least five emails: their total is shown. */
  readonly shown: boolean;
};
export type KnownResults = {
  readonly people: readonly Person[];
  readonly departments: readonly string[];
  readonly campaigns: readonly KnownCampaign[];
  readonly tag: string;
  /** Files with the results, made before the organisation was anonymous: its own, and one of the organisation above. */
  readonly files: readonly string[];
};

const ago = (days: number) => iso(after(now(), -days * DAY));
/** Results of the recipients in order; they repeat. */
const RESULTS = [4, 0, 2, 1, 3, 0, 4, 0, 0, 2, 1];
const reportedAt = (place: number): boolean => place % 3 === 1;

/** The total of a campaign with these results, computed apart from the server. */
export const totalOf = ({ recipients }: KnownCampaign) => {
  const results = recipients.map((_, i) => RESULTS[i % RESULTS.length]!);
  const count = (of: (result: number) => boolean) => results.filter(of).length;
  return {
    recipients: results.length,
    sent: recipients.filter((one) => one.sent).length,
    opened: count((result) => result >= 1),
    clicked: count((result) => result === 2 || result === 4),
    opened_attachment: count((result) => result === 3),
    entered_data: count((result) => result === 4),
    reported: results.filter((_, i) => reportedAt(i)).length,
  };
};

const addPeople = async ({ platform, home }: World) => {
  const { owner } = platform.db;
  const people: Person[] = [];
  const departments: string[] = [];
  for (const size of SIZES) {
    const { rows } = await owner.query<Person>(
      `with d as (insert into departments (organization_id, title) values ($1, $2) returning id)
       insert into employees (organization_id, department_id, email, last_name, role, is_registered, consented_at)
       select $1, d.id, 'known-' || $3 || '-' || n || '@walk.test', 'Known', 'employee', true, now()
       from d, generate_series(1, $4) n returning id, department_id as department`,
      [home.id, `Known ${size}`, size, size],
    );
    people.push(...rows);
    departments.push(rows[0]!.department);
  }
  return { people, departments };
};

type Plan = {
  people: readonly Person[];
  /** Days since the end; negative: it runs. */
  ended: number;
  unsent?: number;
  /** The last recipient gets another email than the others. */
  parted?: boolean;
  tag?: string;
  shown?: boolean;
};
const addCampaign = async ({ platform, home }: World, plan: Plan): Promise<KnownCampaign> => {
  const { owner } = platform.db;
  const end = ago(plan.ended);
  const { rows } = await owner.query<{ id: string }>(
    `insert into campaigns (organization_id, name, status, is_testing, settings, start_at, end_at, completed_at, launched_at,
       is_autophish, tag_id)
     values ($1, 'Known', $2, false, '{}', $3, $4, $5, $3, $6, $7) returning id`,
    [
      home.id,
      plan.ended < 0 ? 'active' : 'completed',
      ago(plan.ended + 15),
      end,
      plan.ended < 0 ? null : end,
      plan.tag !== undefined,
      plan.tag ?? null,
    ],
  );
  const { id } = rows[0]!;
  // The library shows results of its emails in all campaigns.
  const emails = [String(home.rows.get('emails')!['id']), ...(plan.parted ? [randomUUID()] : [])];
  for (const email of emails)
    await owner.query(
      `insert into campaign_emails (organization_id, campaign_id, email_id, template_id, name, template_name, attack_vector, subject,
         sender_name, sender_address, html, tips) values ($1, $2, $3, $4, 'Known', 'Known', 'form', '', '', 'a@walk.test', '', '[]')`,
      [home.id, id, email, home.rows.get('templates')!['id']],
    );
  const recipients: Recipient[] = [];
  for (const [i, person] of plan.people.entries()) {
    const sent = i >= (plan.unsent ?? 0);
    const made = await owner.query<{ id: string }>(
      `insert into campaign_recipients (organization_id, campaign_id, email_id, employee_id, department_id, tracking_key, message_id,
         address, send_at, sent_at, state) values ($1, $2, $3, $4, $5, $6, $6, 'a@walk.test', $7, $8, $9) returning id`,
      [
        home.id,
        id,
        i === plan.people.length - 1 ? emails.at(-1) : emails[0],
        person.id,
        person.department,
        randomBytes(16).toString('base64url'),
        // Emails leave on different days.
        ago(plan.ended + 14 - (i % 8)),
        sent ? ago(plan.ended + 14 - (i % 8)) : null,
        sent ? 'sent' : 'cancelled',
      ],
    );
    recipients.push({ row: Number(made.rows[0]!.id), sent });
  }
  return { id, emails, recipients, shown: plan.shown ?? false };
};

const addFile = async ({ platform, home }: World, organizationId: string): Promise<string> => {
  const { rows } = await platform.db.owner.query<{ id: string }>(
    `insert into files (organization_id, name, content_type, size, storage_key, visibility, results_of)
     values ($1, 'known.pdf', 'application/pdf', 1, $2, 'admin', $3) returning id`,
    [organizationId, randomUUID(), home.id],
  );
  return rows[0]!.id;
};

/** Adds the people and campaigns to `home`, without results. */
export const addKnownResults = async (world: TreeWorld): Promise<KnownResults> => {
  const { people, departments } = await addPeople(world);
  const tag = String(world.home.rows.get('tags')!['id']);
  const campaigns = [
    await addCampaign(world, { people, ended: 30, parted: true, shown: true }),
    await addCampaign(world, { people: people.slice(0, -1), ended: 16, shown: true }),
    // Hidden: fewer than five people, five of whom one got the email, a campaign that runs, results that can still change.
    await addCampaign(world, { people: people.slice(0, 4), ended: 20 }),
    await addCampaign(world, { people: people.slice(0, 5), ended: 21, unsent: 4 }),
    await addCampaign(world, { people: people.slice(0, 12), ended: -5 }),
    await addCampaign(world, { people: people.slice(0, 12), ended: 2 }),
    await addCampaign(world, { people: people.slice(3, 6), ended: 18, tag }),
  ];
  const files = [await addFile(world, world.home.id), await addFile(world, world.above.id)];
  return { people, departments, campaigns, tag, files };
};

type Outcome = { row: number; result: number; reported: boolean };
/**
 * Results of the recipients. The second state gives the results of each shown campaign to other people of it, so that its total
 * stays the same, and all other campaigns other results.
 */
const outcomesOf = ({ recipients, shown }: KnownCampaign, state: 0 | 1): Outcome[] =>
  recipients.map(({ row, sent }, i) => {
    const place = shown ? (i + 7 * state) % recipients.length : i;
    const result = RESULTS[place % RESULTS.length]!;
    const reported = reportedAt(place);
    if (shown || state === 0) return { row, result: sent ? result : 0, reported: sent && reported };
    return { row, result: sent ? 4 - result : 0, reported: sent && !reported };
  });

/** Puts all results into one of two states, with everything that the product derives from them. */
export const setResults = async (world: World, known: KnownResults, state: 0 | 1): Promise<void> => {
  const { platform, home } = world;
  const { owner } = platform.db;
  const outcomes = known.campaigns.flatMap((one) => outcomesOf(one, state));
  const rows = outcomes.map((one) => one.row);
  const system = ['Known OS', 'Other OS'][state];
  await owner.query('delete from tracking_events where recipient_id = any($1)', [rows]);
  await owner.query(
    `update campaign_recipients r set result = o.result, os = case when o.result > 0 then $4 end,
       opened_at = case when o.result >= 1 then t.at end, clicked_at = case when o.result in (2, 4) then t.at end,
       attachment_opened_at = case when o.result = 3 then t.at end, entered_at = case when o.result = 4 then t.at end,
       reported_at = case when o.reported then t.at end
     from unnest($1::bigint[], $2::int[], $3::bool[]) o (id, result, reported),
       lateral (select send_at + make_interval(mins => 10 + $5 * 50) as at from campaign_recipients s where s.id = o.id) t
     where r.id = o.id`,
    [rows, outcomes.map((one) => one.result), outcomes.map((one) => one.reported), system, state],
  );
  await owner.query(
    `insert into tracking_events (organization_id, campaign_id, recipient_id, kind, at, human, os, user_agent)
     select r.organization_id, r.campaign_id, r.id, e.kind, e.at, true, $2, $2
     from campaign_recipients r, lateral (values ('opened', r.opened_at), ('clicked', r.clicked_at),
       ('opened_attachment', r.attachment_opened_at), ('entered_data', r.entered_at), ('reported', r.reported_at)) e (kind, at)
     where r.id = any($1) and e.at is not null`,
    [rows, system],
  );
  await setEmails(world, rows);
  for (const id of known.files) {
    const key = await platform.files.put(Buffer.from(String(state)));
    await owner.query('update files set storage_key = $2 where id = $1', [id, key]);
  }
  await owner.query(
    `insert into risk_points (organization_id, day, scope, subject_id, risk_level, phishing_indicator)
     select $1, current_date - d, s.scope, s.id, least(10, $2 + d * 0.01), 50 + $2
     from generate_series(1, 120) d, (
       select 'organization' as scope, $1::uuid as id union all select 'department', id from departments where organization_id = $1
       union all select 'employee', unnest($3::uuid[])) s
     on conflict (organization_id, scope, subject_id, day)
       do update set risk_level = excluded.risk_level, phishing_indicator = excluded.phishing_indicator`,
    [home.id, state + 3, known.people.map((one) => one.id)],
  );
  const job = jobContext(platform, home.id, new AbortController().signal);
  await handlers['statistics.refresh-people'](job, { organization_id: home.id, employee_ids: null });
  await handlers['statistics.store-daily-points'](job, { organization_id: home.id });
  await refreshTags(world, known);
  await sweepStatistics(platform);
};

/** Emails to the people who fell, as the server stores those that tell a result: caught, and failed. */
const setEmails = async ({ platform, home }: World, recipients: readonly number[]): Promise<void> => {
  const { owner } = platform.db;
  const fell = `select r.employee_id, e.email from campaign_recipients r join employees e on e.id = r.employee_id
    where r.id = any($2) and r.result >= 2`;
  await owner.query(`delete from mailbox_emails where organization_id = $1 and tells_result`, [home.id]);
  await owner.query(`delete from outbox where organization_id = $1 and tells_result`, [home.id]);
  await owner.query(
    `insert into mailbox_emails (organization_id, employee_id, sender, recipient, subject, raw, tells_result)
     select $1, f.employee_id, 'Known', f.email, 'Known', '', true from (${fell}) f`,
    [home.id, recipients],
  );
  await owner.query(
    `insert into outbox (organization_id, employee_id, kind, recipient, subject, html, text, message_id, state, tells_result)
     select $1, f.employee_id, 'campaign_message', f.email, 'Known', '', '', '', 'failed', true from (${fell}) f`,
    [home.id, recipients],
  );
};

const refreshTags = ({ platform, home }: World, { people }: KnownResults): Promise<void> => {
  const ids = people.map((one) => one.id);
  const job = jobContext(platform, home.id, new AbortController().signal);
  return handlers['tags.refresh-membership'](job, { organization_id: home.id, employee_ids: ids });
};

export const setAnonymous = async (world: World, known: KnownResults, anonymous: boolean): Promise<void> => {
  await world.platform.db.owner.query(
    `insert into retention_settings (organization_id, anonymous) values ($1, $2)
     on conflict (organization_id) do update set anonymous = excluded.anonymous`,
    [world.home.id, anonymous],
  );
  await refreshTags(world, known);
};
