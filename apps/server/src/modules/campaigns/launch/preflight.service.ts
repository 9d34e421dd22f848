import type { ErrorCode } from '@sergak/contract/errors.ts';
import { usesName } from '@sergak/contract/phishing/phishing.rules.ts';
import { isWorkingTime, workingSpans } from '@sergak/contract/campaigns/schedule.rules.ts';
import type { CampaignDraft, Check, PostCampaign, Preflight } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { dayIn, iso, MINUTE, now } from '../../../platform/clock.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { findRedirectPage, foreignSenders } from '../../phishing/public.ts';
import { ok, stop, warn, type CheckCode } from './checks.ts';
import { checkEmails, type Emails } from './email-checks.ts';
import { followUpStart, resolveDates, type Dates } from './dates.ts';
import {
  findCampaignCourse,
  findCampaignOrganization,
  findCampaignEmails,
  findMailServer,
  type CampaignOrganization,
} from '../organization.query.ts';
import { checkLimits } from './limits.service.ts';
import { countTargets, namelessPeople, unverifiedDomains, type Head } from './targets.query.ts';

type Plan = Pick<
  CampaignDraft,
  'hasAutoCourse' | 'course' | 'enableRedirect' | 'redirect_page' | 'hasMessage' | 'theme' | 'text' | 'templates'
>;

/** Checks that the organisation may use the senders of the emails. */
const checkSenders = async (ctx: Pick<Ctx, 'tx' | 'platform'>, emails: Emails): Promise<Check[]> => {
  if (emails.length === 0) return [];
  const domains = await foreignSenders(
    ctx,
    emails.map((email) => email.sender_address),
  );
  return [domains.length > 0 ? stop('senders', 'foreign', { domains }) : ok('senders', 'allowed')];
};

/** Checks whether everybody has the names that the emails use, unless a fault of the variables matters more. */
const checkNames = (emailChecks: readonly Check[], count: number, nameless: readonly string[]): Check[] => {
  const found = emailChecks.filter((check) => check.code === 'variables');
  if (found.some(({ level }) => level === 'stop')) return [];
  if (nameless.length > 0) return [warn('variables', 'without_names', { count, examples: nameless })];
  return found.length > 0 ? [] : [ok('variables', 'known')];
};

const checkPeople = (head: Head): Check[] => {
  if (head.people === 0) return [stop('recipients', 'none')];
  if (head.recipients === 0)
    return [stop('recipients', head.unverified > 0 ? 'all_unverified' : 'all_excluded', { people: head.people })];
  return [ok('recipients', 'found', { count: head.recipients })];
};

const checkDates = (dates: Dates, organization: CampaignOrganization): Check[] => {
  const wrong = dates.faults.filter((fault) => fault !== 'no_working_time');
  if (wrong[0]) return [stop('dates', wrong[0], { faults: wrong })];
  const fits = ok('dates', 'fit', { start_at: iso(dates.start), end_at: iso(dates.end) });
  if (dates.faults.length > 0) return [fits, stop('working_hours', 'none')];
  if (dates.sendUntil) return [fits, ok('working_hours', 'spread', { until: iso(dates.sendUntil) })];
  return [
    fits,
    isWorkingTime(dates.start.getTime(), organization)
      ? ok('working_hours', 'inside')
      : warn('working_hours', 'outside'),
  ];
};

/** Checks the course, the redirect page and the message; the same for a campaign and for the one that follows it. */
const checkExtras = async (tx: Tx, plan: Plan, post: boolean): Promise<Check[]> => {
  const checks: Check[] = [];
  const details = post ? { post: true } : {};
  if (plan.hasAutoCourse) {
    const course = plan.course ? await findCampaignCourse(tx, plan.course) : undefined;
    if (!course) checks.push(stop('course', 'missing', details));
    else if (course.archived || course.published_version === 0)
      checks.push(stop('course', 'not_published', { ...details, title: course.title }));
    else checks.push(ok('course', 'published', { ...details, title: course.title }));
  }
  if (plan.enableRedirect) {
    const page = plan.redirect_page ? await findRedirectPage(tx, plan.redirect_page) : undefined;
    checks.push(
      page ? ok('redirect_page', 'chosen', { ...details, name: page.name }) : stop('redirect_page', 'missing', details),
    );
  }
  if (plan.hasMessage)
    checks.push(plan.theme && plan.text ? ok('message', 'written', details) : stop('message', 'missing', details));
  return checks;
};

const sendingMinutes = ({ minute_cap }: CampaignOrganization, { recipients }: Head): number | null =>
  minute_cap === null ? null : Math.ceil(recipients / minute_cap);

/** Whether the cap per minute leaves too little time: of the working hours of a spread campaign, or until the end. */
const isTooSlow = (organization: CampaignOrganization, head: Head, { start, sendUntil, end }: Dates): boolean => {
  const spans = sendUntil
    ? workingSpans(start.getTime(), sendUntil.getTime(), organization)
    : [{ start: start.getTime(), end: end.getTime() }];
  const length = spans.reduce((sum, span) => sum + span.end - span.start, 0);
  return (sendingMinutes(organization, head) ?? 0) * MINUTE > length;
};

const checkMail = async (
  ctx: Pick<Ctx, 'tx' | 'platform'>,
  organization: CampaignOrganization,
  head: Head,
  dates: Dates,
): Promise<Check[]> => {
  const server = await findMailServer(ctx.tx);
  const mail = !server
    ? warn('mail_server', 'built_in')
    : server.verified_at
      ? ok('mail_server', 'verified', { host: server.host })
      : warn('mail_server', 'unverified', { host: server.host });
  const sending = organization.sending_paused
    ? stop('sending', 'paused')
    : !dates.sendUntil && head.recipients > organization.daily_cap
      ? warn('sending', 'daily_cap', { cap: organization.daily_cap, count: head.recipients })
      : isTooSlow(organization, head, dates)
        ? warn('sending', 'minute_cap', { cap: organization.minute_cap })
        : ok('sending', 'allowed');
  return [mail, sending];
};

export type Inspection = {
  readonly answer: Preflight;
  readonly dates: Dates;
  readonly emails: Emails;
  readonly organization: CampaignOrganization;
};

/** Checks everything a launch depends on. Reads only; `create` rejects a form with a check of level `stop`. */
export const inspect = async (
  ctx: Pick<Ctx, 'tx' | 'platform' | 'viewer'>,
  form: CampaignDraft,
): Promise<Inspection> => {
  const { tx } = ctx;
  const organization = await findCampaignOrganization(tx);
  const head = await countTargets(tx, form);
  const emails = await findCampaignEmails(tx, form.templates);
  const dates = resolveDates(form, head.recipients, organization, now());
  const domains = head.unverified > 0 ? await unverifiedDomains(tx, form) : [];
  const named = emails.some(usesName);
  const nameless = named && head.without_names > 0 ? await namelessPeople(tx, form) : [];
  const expired = organization.licence_end < dayIn(now(), organization.time_zone);
  const post = form.post_campaign;
  const emailChecks = checkEmails(form.templates, emails);
  const checks: Check[] = [
    ...checkPeople(head),
    ...emailChecks,
    ...(await checkSenders(ctx, emails)),
    ...checkNames(emailChecks, head.without_names, nameless),
    ...checkDates(dates, organization),
    ...(await checkMail(ctx, organization, head, dates)),
    ...(await checkLimits(ctx, form, head, dates, organization)),
    domains.length > 0 ? warn('domains', 'unverified', { count: head.unverified, domains }) : ok('domains', 'verified'),
    ...(await checkExtras(tx, form, false)),
    ...(post ? await checkPost(ctx, post, dates.end, organization) : []),
    expired
      ? stop('licence', 'expired', { end_date: organization.licence_end })
      : ok('licence', 'valid', { end_date: organization.licence_end }),
  ];
  const answer: Preflight = {
    people: head.people,
    recipients: head.recipients,
    emails: emails.length,
    excluded_by_tag: head.excluded_by_tag,
    unverified: {
      count: head.unverified,
      domains: domains.map(({ domain, count }) => ({ domain, count })),
      examples: domains.slice(0, 5).map((one) => one.example),
    },
    without_names: { count: named ? head.without_names : 0, examples: nameless },
    start_at: iso(dates.start),
    send_until: dates.sendUntil && iso(dates.sendUntil),
    sending_minutes: sendingMinutes(organization, head),
    end_at: iso(dates.end),
    checks,
    ready: checks.every((check) => check.level !== 'stop'),
  };
  return { answer, dates, emails, organization };
};

/** Checks whether a follow-up of a campaign that ends at `end` can start. */
const checkPost = async (
  ctx: Pick<Ctx, 'tx' | 'platform'>,
  post: PostCampaign,
  end: Date,
  organization: CampaignOrganization,
): Promise<Check[]> => {
  const emails = await findCampaignEmails(ctx.tx, post.templates);
  const start = followUpStart(post, end);
  const dates = resolveDates({ ...post, isDelay: true, dateDelay: iso(start) }, 0, organization, end);
  return [
    ...markPost([
      ...checkEmails(post.templates, emails),
      ...(await checkSenders(ctx, emails)),
      ...checkDates(dates, organization).filter(({ level }) => level === 'stop'),
    ]),
    ...(await checkExtras(ctx.tx, post, true)),
  ];
};

/** Keeps only the checks of the following campaign that would stop it. */
const markPost = (checks: Check[]): Check[] =>
  checks
    .filter((check) => check.level !== 'ok')
    .map((check) => ({ ...check, details: { ...check.details, post: true } }));

const rejections: Readonly<Record<CheckCode, ErrorCode | Readonly<Record<string, ErrorCode>>>> = {
  recipients: 'campaign.no_recipients',
  emails: { none: 'campaign.no_emails', missing: 'email.not_found' },
  links: { missing: 'email.link_missing', dead: 'email.link_dead' },
  senders: 'email.sender_domain',
  variables: 'email.unknown_variable',
  pictures: 'request.invalid',
  dates: 'campaign.dates',
  working_hours: 'campaign.dates',
  mail_server: 'mail.not_configured',
  domains: 'campaign.no_recipients',
  sending: 'mail.sending_paused',
  spacing: 'request.invalid',
  approval: 'request.invalid',
  course: { missing: 'campaign.course_missing', not_published: 'course.not_published' },
  redirect_page: 'campaign.page_missing',
  message: 'campaign.message_missing',
  licence: 'licence.expired',
};

/** Throws the error of the first check of level `stop`, with all of them in its details. */
export const rejectStops = (checks: readonly Check[]): void => {
  const stops = checks.filter((check) => check.level === 'stop');
  const first = stops[0];
  if (!first) return;
  const rejection = rejections[first.code];
  const code = typeof rejection === 'string' ? rejection : rejection[first.reason];
  throw new AppError(code ?? 'request.invalid', {
    reason: first.reason,
    ...first.details,
    stops: stops.map(({ code: c, reason }) => `${c}.${reason}`),
  });
};

export { checkExtras, checkDates, checkPost };
