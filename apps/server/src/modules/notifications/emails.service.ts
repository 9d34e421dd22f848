import {
  kindNames,
  notificationKinds,
  placeOf,
  type NotificationKind,
} from '@sergak/contract/notifications/notifications.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { dayText, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import { greeting } from '../../platform/email-texts.ts';
import { enqueue, type JobCtx } from '../../platform/jobs.ts';
import { queueEmail } from '../../platform/outbox.ts';
import { numberIn, textsOf } from '../../platform/texts.ts';
import * as queries from './notifications.query.ts';
import * as repo from './notifications.repo.ts';
import { quietUntil } from './quiet.service.ts';

type Raised = Awaited<ReturnType<typeof queries.findRaisedSince>>[number] & { readonly kind: string };
type Known = Omit<Raised, 'kind'> & { readonly kind: NotificationKind };

/** Rows of kinds that a newer release has added are skipped. */
const knownOf = (rows: readonly Raised[]): Known[] =>
  rows.filter((one): one is Known => (kindNames as readonly string[]).includes(one.kind));

/** The sentence of a notification, as the bell shows it. */
export const sentenceOf = (language: Language, { kind, title, number, day }: Known): string =>
  textsOf(language, 'notifications')(`said.${kind}`, {
    title,
    number: numberIn(language, number),
    day: day === null ? '' : dayText(day),
  });

/** Returns the notifications that a person hears about and has not read. */
const unreadOf = async (tx: Tx, rows: readonly Known[]) => {
  const reads = await queries.findReads(
    tx,
    rows.map((one) => one.id),
  );
  const read = new Set(reads.map((one) => `${one.notification_id} ${one.employee_id}`));
  return (person: string) =>
    rows.filter(
      (one) =>
        (one.employee_id === null || one.employee_id === person) &&
        !one.barred.includes(person) &&
        !read.has(`${one.id} ${person}`),
    );
};

/** Sends what is new by email to the people who want each kind at once; in quiet hours, when they end. */
export const writeEmails = (ctx: JobCtx): Promise<void> =>
  ctx.run('write', async (tx) => {
    const until = await quietUntil(tx);
    if (until) return enqueue(tx, 'notifications.write-emails', {}, until);
    const rows = knownOf(await repo.takeUnannounced(tx)).filter(({ kind }) => !('ownEmail' in notificationKinds[kind]));
    if (rows.length === 0) return;
    const unread = await unreadOf(tx, rows);
    const organization = await queries.findNotificationOrganization(tx);
    for (const kind of new Set(rows.map((one) => one.kind)))
      for (const person of await queries.findListeners(tx, kind, 'email'))
        for (const one of unread(person.id).filter((row) => row.kind === kind)) {
          const t = textsOf(person.language, 'notifications__server');
          const sentence = sentenceOf(person.language, one);
          await queueEmail(tx, {
            kind: 'notification',
            employeeId: person.id,
            to: person.email,
            language: person.language,
            subject: sentence.slice(0, 250),
            ...layOutEmail({
              language: person.language,
              organization: organization.title,
              brandColor: organization.brand_color,
              title: sentence,
              paragraphs: [greeting(person.language, person.full_name), t('email.why')],
              button: { label: t('email.open'), url: `${ctx.platform.urls.portal}${placeOf(kind, one.thing_id)}` },
            }),
          });
        }
  });

const DIGEST_LINES = 30;

/** Sends each person who wants it one email a day with what has begun since the last one. In quiet hours it waits. */
export const writeDigest = (ctx: JobCtx): Promise<void> =>
  ctx.run('write', async (tx) => {
    const until = await quietUntil(tx);
    if (until) return enqueue(tx, 'notifications.write-digest', {}, until);
    const settings = await repo.lockSettings(tx);
    const rows = knownOf(await queries.findRaisedSince(tx, new Date(settings?.digested_at ?? 0)));
    await repo.putSettings(tx, { digested_at: now() });
    if (rows.length === 0) return;
    const unread = await unreadOf(tx, rows);
    const organization = await queries.findNotificationOrganization(tx);
    const people = new Map<string, { person: queries.Listener; kinds: Set<string> }>();
    for (const kind of new Set(rows.map((one) => one.kind)))
      for (const person of await queries.findListeners(tx, kind, 'digest')) {
        const one = people.get(person.id) ?? { person, kinds: new Set() };
        people.set(person.id, one);
        one.kinds.add(kind);
      }
    for (const { person, kinds } of people.values()) {
      const lines = unread(person.id).filter((row) => kinds.has(row.kind));
      if (lines.length === 0) continue;
      const { language } = person;
      const t = textsOf(language, 'notifications__server');
      const shown = lines.slice(0, DIGEST_LINES).map((one) => `• ${sentenceOf(language, one)}`);
      const more = lines.length > shown.length ? [t('email.more', { number: lines.length - shown.length })] : [];
      await queueEmail(tx, {
        kind: 'notification_digest',
        employeeId: person.id,
        to: person.email,
        language,
        subject: t('email.digest', { organization: organization.title }).slice(0, 250),
        ...layOutEmail({
          language,
          organization: organization.title,
          brandColor: organization.brand_color,
          title: t('email.digest_title'),
          paragraphs: [greeting(language, person.full_name), ...shown, ...more, t('email.why')],
          button: { label: t('email.open_all'), url: `${ctx.platform.urls.portal}/lk/admin/notifications` },
        }),
      });
    }
  });

type Addressed = { readonly id: string };

/** Of these people, those who want an email at once about a kind whose domain writes the email itself. */
export const whoWantsEmail = async <P extends Addressed>(
  tx: Tx,
  kind: NotificationKind,
  people: readonly P[],
): Promise<P[]> => {
  if (people.length === 0) return [];
  const found = await queries.findListeners(
    tx,
    kind,
    'email',
    people.map((one) => one.id),
  );
  const wanting = new Set(found.map((one) => one.id));
  return people.filter((one) => wanting.has(one.id));
};
