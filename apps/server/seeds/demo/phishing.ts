import { reportsOf as attachmentReports, type Attachment } from '@sergak/contract/phishing/phishing.rules.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { NotNull } from 'kysely';
import { SENDER_DEFAULTS, startSender, type SenderOptions } from '../../src/modules/delivery/public.ts';
import { mailTransport } from '../../src/modules/settings/public.ts';
import { adoptTemplates } from '../../src/modules/phishing/public.ts';
import { type Hit, type HitKind, newEventId, openRecorder, recordReports } from '../../src/modules/tracking/public.ts';
import { withRandomNumbers } from '../../src/platform/random.ts';
import { after, atTime, DAY, HOUR, iso, MINUTE, now, SECOND } from '../../src/platform/clock.ts';
import type { Platform } from '../../src/platform/context.ts';
import { inTenant } from '../../src/platform/db.ts';
import { act, runJob, type Actor } from './act.ts';
import type { DemoOrganization, AddedPerson } from './organization.ts';
import { seededFor, type Random } from './random.ts';

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 14; SM-A556E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
];
const scanner = 'Mozilla/5.0 (compatible; MailSecurityScanner/4.2; +link check)';

export type CampaignPlan = {
  readonly name: string;
  /** Slugs of templates in the starter library. */
  readonly templates: readonly string[];
  /** Titles of departments; empty means everyone. */
  readonly departments: readonly string[];
  readonly days: number;
  /** Likelihood that people fall for the email: 1 at the beginning of the year, lower later. */
  readonly danger: number;
  readonly course?: string;
  readonly message?: { theme: string; text: string };
};

type Recipient = {
  id: number;
  tracking_key: string;
  employee_id: string;
  address: string;
  sent_at: string | null;
  attack_vector: string;
  attachments: unknown;
};

const read = <T>(platform: Platform, organization: DemoOrganization, work: Parameters<typeof inTenant<T>>[3]) =>
  inTenant(platform.db, { organizationId: organization.id, readable: [organization.id] }, 'read', work);

const write = <T>(platform: Platform, organization: DemoOrganization, work: Parameters<typeof inTenant<T>>[3]) =>
  inTenant(platform.db, { organizationId: organization.id, readable: [organization.id] }, 'write', work);

/** Ids of the emails of these starter templates, of which the organisation gets copies. */
export const emailsOf = async (platform: Platform, organization: DemoOrganization, slugs: readonly string[]) =>
  (await adoptTemplates(platform, organization.id, slugs)).map(({ email_id }) => ({ id: email_id! }));
const departmentsOf = (platform: Platform, organization: DemoOrganization, titles: readonly string[]) =>
  read(platform, organization, (tx) =>
    tx
      .selectFrom('departments')
      .select('id')
      .where('title', 'in', titles.length > 0 ? [...titles] : ['-'])
      .execute(),
  );

/** Plans a campaign as an administrator, starting now or later. Sends nothing. */
export const planned = async (
  platform: Platform,
  organization: DemoOrganization,
  plan: CampaignPlan,
  author: Actor,
  start: Date | null,
): Promise<string> => {
  const emails = await emailsOf(platform, organization, plan.templates);
  const departments = await departmentsOf(platform, organization, plan.departments);
  const { id } = await act(platform, author, 'campaigns.create', {
    name: plan.name,
    templates: emails.map((email) => email.id),
    targetType: plan.departments.length > 0 ? 'custom' : 'all',
    targets: { target_users: [], target_departments: departments.map((one) => one.id), exclude_users: [] },
    emailSendType: 'at_once',
    dateType: 'custom',
    dateEnd: iso(after(start ?? now(), plan.days * DAY)),
    ...(start ? { isDelay: true, dateDelay: iso(start) } : {}),
    ...(plan.course
      ? { hasAutoCourse: true, course: plan.course, targetsAutoCourse: 'entered_data' as const, period: 21 }
      : {}),
    ...(plan.message ? { hasMessage: true, ...plan.message, targetsMessage: 'clicked' as const } : {}),
  });
  await withRandomNumbers(seededFor(organization.domain, plan.name).next, () =>
    runJob(platform, 'campaigns.plan-emails', { organization_id: organization.id, campaign_id: id }),
  );
  return id;
};

/** Plans a campaign as an administrator and sends its emails over SMTP into the built-in mailbox. */
export const launchCampaign = async (
  platform: Platform,
  organization: DemoOrganization,
  plan: CampaignPlan,
): Promise<string> => {
  const id = await planned(platform, organization, plan, organization.owner, null);
  await sendOut(platform, organization, [id]);
  return id;
};

/** Number of emails of these campaigns that are due now. Emails postponed for a person are excluded. */
const countDue = (
  platform: Platform,
  organization: DemoOrganization,
  campaignIds: readonly string[],
): Promise<number> =>
  read(platform, organization, async (tx) => {
    const { n } = await tx
      .selectFrom('campaign_recipients')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('campaign_id', 'in', [...campaignIds])
      .where('state', 'in', ['queued', 'claimed', 'handing_over', 'retry'])
      .where((eb) => eb.or([eb('send_at', '<=', iso(now())), eb('state', '=', 'retry')]))
      .executeTakeFirstOrThrow();
    return n;
  });

/** Maximum time without a sent email. A slow machine takes long for many emails, but keeps sending. */
const SEND_TIMEOUT_MS = 60 * SECOND;
const COUNT_MS = 25;

/**
 * Runs the product's sender until the due emails of these campaigns are sent. It leaves the emails of other organisations alone,
 * for which it is another time of the year.
 */
const runSender = async (platform: Platform, organization: DemoOrganization, campaignIds: readonly string[]) => {
  const transport: SenderOptions['transport'] = (on, id) =>
    id === organization.id ? mailTransport(on, id) : Promise.reject(new Error('an organisation of another time'));
  const log = platform.log.child({}, { level: 'error' });
  const sender = await startSender({ ...platform, log }, { ...SENDER_DEFAULTS, transport, pollMs: 50 });
  let left = Infinity;
  let since = performance.now();
  try {
    while (left > 0) {
      const n = await countDue(platform, organization, campaignIds);
      if (n < left) since = performance.now();
      left = n;
      if (performance.now() - since > SEND_TIMEOUT_MS) throw new Error('the emails of the demo were not sent in time');
      if (left > 0) await pause(COUNT_MS);
    }
  } finally {
    await sender.stop();
  }
};

/** Resolves when the last sender that was asked for has stopped. */
let sending: Promise<unknown> = Promise.resolve();

/**
 * Sends the due emails of these campaigns over SMTP. One sender at a time: at a later time of the year, another one would take
 * the emails that this one holds for those of a sender that died.
 */
export const sendOut = async (platform: Platform, organization: DemoOrganization, campaignIds: readonly string[]) => {
  if (campaignIds.length === 0 || (await countDue(platform, organization, campaignIds)) === 0) return;
  const run = sending.then(() => runSender(platform, organization, campaignIds));
  sending = run.catch(() => undefined);
  await run;
};

const recipientsOf = (platform: Platform, organization: DemoOrganization, campaignId: string): Promise<Recipient[]> =>
  read(platform, organization, (tx) =>
    tx
      .selectFrom('campaign_recipients as r')
      .innerJoin('campaign_emails as e', (join) =>
        join.onRef('e.campaign_id', '=', 'r.campaign_id').onRef('e.email_id', '=', 'r.email_id'),
      )
      .select(['r.id', 'r.tracking_key', 'r.employee_id', 'r.address', 'r.sent_at', 'e.attack_vector', 'e.attachments'])
      .$narrowType<{ employee_id: NotNull }>()
      .where('r.campaign_id', '=', campaignId)
      .where('r.state', '=', 'sent')
      .orderBy('r.address')
      .execute(),
  );

/** What the attachment of an email reports: a PDF loads nothing, so that only the click on its link is known. */
const stepOfAttachment = (attachments: unknown): HitKind =>
  (attachments as Attachment[]).some((one) => attachmentReports(one) === 'opened') ? 'opened_attachment' : 'clicked';

/** Actions of one person on an email; they depend on the person's care and on the year's training. */
const stepsOf = (
  random: Random,
  care: number,
  danger: number,
  { attack_vector, attachments }: Recipient,
): HitKind[] => {
  const steps: HitKind[] = [];
  if (!random.chance(0.55 + 0.3 * random.next())) return steps;
  steps.push('opened');
  const weakness = danger * (1 - care);
  if (!random.chance(Math.min(0.9, 0.25 + weakness))) return steps;
  if (attack_vector === 'attachments') return random.chance(0.75) ? [...steps, stepOfAttachment(attachments)] : steps;
  steps.push('clicked');
  if (random.chance(Math.min(0.8, 0.15 + 0.75 * weakness))) steps.push('entered_data');
  return steps;
};

/** When a person may react: from the person's email on, before the reactions are recorded. */
type Window = { readonly from: Date; readonly hours: number };

/** Who reports the email, and when: more people as the year's training takes effect, also some who fell for it first. */
const reportsOf = (recipients: readonly Recipient[], { name, people, danger, windowOf }: Reacting) =>
  recipients.flatMap((recipient) => {
    const random = seededFor(recipient.address, `${name}: report`);
    const care = people.get(recipient.employee_id)?.care ?? 0.5;
    if (!random.chance(0.04 + 0.4 * care * (1.1 - danger))) return [];
    const { from, hours } = windowOf(recipient);
    if (hours <= 0) return [];
    return [{ recipient_id: recipient.id, at: after(from, (0.3 + random.next() * random.next() * hours) * HOUR) }];
  });

type Reacting = {
  readonly name: string;
  readonly people: ReadonlyMap<string, AddedPerson>;
  readonly danger: number;
  readonly windowOf: (recipient: Recipient) => Window;
};

/** Events of one recipient, and for a few recipients of a mail scanner. */
const hitsOf = (recipient: Recipient, index: number, { name, people, danger, windowOf }: Reacting): Hit[] => {
  const { from, hours } = windowOf(recipient);
  if (hours <= 0) return [];
  const random = seededFor(recipient.address, name);
  const address = `10.${20 + (index >> 8)}.${index & 255}.${1 + random.below(250)}`;
  const userAgent = random.pick(agents);
  let at = after(from, (0.2 + random.next() * random.next() * hours) * HOUR);
  const hit = (kind: HitKind, changes: Partial<Hit> = {}): Hit => ({
    id: newEventId(at, kind),
    again: false,
    key: recipient.tracking_key,
    kind,
    at,
    address,
    userAgent,
    prefetch: false,
    browserLike: true,
    fields: kind === 'entered_data' ? ['login', 'password'] : [],
    ...changes,
  });
  const care = people.get(recipient.employee_id)?.care ?? 0.5;
  const own = stepsOf(random, care, danger, recipient).map((kind) => {
    const made = hit(kind);
    at = after(at, (0.3 + random.next() * 3) * MINUTE);
    return made;
  });
  const scanned = { at: after(from, 4 * SECOND), userAgent: scanner, address: '10.9.9.9', browserLike: false };
  const machine = random.chance(0.06) ? [hit('clicked', scanned)] : [];
  return [...machine, ...own];
};

/**
 * Lets the people of a campaign react within `hours` after their emails, until `end`. The random choices are seeded by
 * address and campaign name. Events are stored as by the phishing origin.
 */
export const react = async (
  platform: Platform,
  organization: DemoOrganization,
  campaign: { readonly id: string; readonly name: string },
  people: ReadonlyMap<string, AddedPerson>,
  danger: number,
  hours = 60,
  end = after(now(), hours * HOUR),
) => {
  const recorder = openRecorder(platform);
  const started = now();
  const recipients = await recipientsOf(platform, organization, campaign.id);
  const windowOf = ({ sent_at }: Recipient): Window => {
    const from = sent_at !== null && new Date(sent_at) > started ? new Date(sent_at) : started;
    return { from, hours: Math.min(hours, (end.getTime() - from.getTime()) / HOUR - 1) };
  };
  const reacting = { name: campaign.name, people, danger, windowOf };
  const hits = recipients.flatMap((recipient, index) => hitsOf(recipient, index, reacting));
  hits.sort((a, b) => a.at.getTime() - b.at.getTime());
  const reports = reportsOf(recipients, reacting);
  await atTime(end, async () => {
    await Promise.all(hits.map((one) => recorder.record(one)));
    await recorder.flush();
    await write(platform, organization, (tx) => recordReports(tx, reports));
    await runJob(platform, 'campaigns.react-to-results', {
      organization_id: organization.id,
      campaign_id: campaign.id,
    });
  });
};

/** Ends a campaign after its period, like the sweep. */
export const finishCampaign = (platform: Platform, organization: DemoOrganization, campaignId: string) =>
  runJob(platform, 'campaigns.advance', { organization_id: organization.id, campaign_id: campaignId });
