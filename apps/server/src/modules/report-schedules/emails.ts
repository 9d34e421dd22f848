import type { ScheduledKind } from '@sergak/contract/report-schedules/report-schedules.rules.ts';
import { REPORT_DAYS } from '@sergak/contract/reports/reports.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { HOUR } from '../../platform/clock.ts';
import type { OutgoingEmail } from '../../platform/outbox.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import { textsOf } from '../../platform/texts.ts';
import type { NamedRecipient, ScheduleOrganization } from './report-schedules.query.ts';
import type { ScheduledDelivery } from './report-schedules.repo.ts';

/** A delivery that is later than this was made up after downtime, and its email says so. */
const LATE_AFTER = HOUR;

const clock = (timeZone: string, withTime: boolean) =>
  new Intl.DateTimeFormat('ru-RU', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    ...(withTime && { hour: '2-digit', minute: '2-digit' }),
  });

type Reports = {
  readonly organization: ScheduleOrganization;
  readonly language: Language;
  readonly portal: string;
  readonly delivery: Pick<ScheduledDelivery, 'due_at' | 'created_at'>;
  readonly recipient: Pick<NamedRecipient, 'employee_id' | 'email'>;
  /** Titles of the reports that the recipient may open, that are attached, and that are too large for that. */
  readonly linked: readonly string[];
  readonly attached: readonly string[];
  readonly tooLarge: readonly string[];
  readonly failed: readonly ScheduledKind[];
  /** Ids of the attached files. */
  readonly files: readonly string[];
};

/** The email with the reports of a delivery for one recipient. */
export const reportsEmail = (one: Reports): OutgoingEmail => {
  const { organization, language, delivery, recipient, linked, attached, tooLarge, failed } = one;
  const t = textsOf(language, 'report_schedules__server');
  const nameOf = textsOf(language, 'reports');
  const [due, created] = [new Date(delivery.due_at), new Date(delivery.created_at)];
  const day = clock(organization.time_zone, false).format(due);
  const isEmpty = linked.length + attached.length + tooLarge.length === 0;
  const say = (key: 'email.linked' | 'email.attached' | 'email.too_large', titles: readonly string[]) =>
    titles.length > 0
      ? [t(key, { titles: titles.map((title) => t('email.quoted', { title })).join(', '), days: REPORT_DAYS })]
      : [];
  const isLate = created.getTime() - due.getTime() > LATE_AFTER;
  return {
    kind: 'scheduled_reports',
    employeeId: recipient.employee_id,
    to: recipient.email,
    language,
    subject: t(isEmpty ? 'email.subject_failed' : 'email.subject', { organization: organization.title, day }).slice(
      0,
      250,
    ),
    ...layOutEmail({
      language,
      organization: organization.title,
      brandColor: organization.brand_color,
      title: t(isEmpty ? 'email.title_failed' : 'email.title'),
      paragraphs: [
        ...(isLate ? [t('email.late', { time: clock(organization.time_zone, true).format(due) })] : []),
        ...say('email.linked', linked),
        ...say('email.attached', attached),
        ...say('email.too_large', tooLarge),
        ...(failed.length > 0
          ? [t('email.failed', { kinds: failed.map((kind) => nameOf(`category.${kind}`)).join(', ') })]
          : []),
      ],
      ...(linked.length > 0 && {
        button: { label: t('email.button'), url: `${one.portal}/lk/admin/statistics/reports` },
      }),
    }),
    attachments: one.files,
  };
};
