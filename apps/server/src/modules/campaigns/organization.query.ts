import type { WorkHours } from '@sergak/contract/campaigns/schedule.rules.ts';
import type { Email } from '@sergak/contract/phishing/phishing.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

export type CampaignOrganization = WorkHours & {
  title: string;
  language: 'ru' | 'en' | 'uz';
  sending_paused: boolean;
  daily_cap: number;
  minute_cap: number | null;
  person_weekly_cap: number;
  person_gap_hours: number;
  approval_above: number | null;
  approval_is_default: boolean;
  licence_end: string;
};

/** Returns the data of the organisation that campaigns use. */
export const findCampaignOrganization = (tx: Tx): Promise<CampaignOrganization> =>
  tx
    .selectFrom('organizations')
    .select([
      'title',
      'language',
      'time_zone',
      'work_from',
      'work_to',
      'work_days',
      'holidays',
      'sending_paused',
      'daily_cap',
      'minute_cap',
      'person_weekly_cap',
      'person_gap_hours',
      'approval_above',
      'approval_is_default',
      'licence_end',
    ])
    .executeTakeFirstOrThrow();

export const findCampaignCourse = (tx: Tx, id: string) =>
  tx
    .selectFrom('courses')
    .select(['id', 'title', 'archived', 'published_version'])
    .where('id', '=', id)
    .executeTakeFirst();

type Translation = Pick<Email, 'language' | 'subject' | 'sender_name' | 'html' | 'attachments'>;
/** The versions of an email in its other languages. */
const translations = sql<Translation[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('language', x.language, 'subject', x.subject, 'sender_name', x.sender_name,
    'html', x.html, 'attachments', x.attachments) order by x.language), '[]')
  from emails x where x.translation_of = e.id and x.deleted_at is null)`.as('translations');

/**
 * Returns the current versions of the chosen emails for the checks, with their translations, without deleted emails and those of archived templates.
 */
export const findCampaignEmails = (tx: Tx, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('emails as e')
        .innerJoin('templates as t', 't.id', 'e.template_id')
        .select([
          'e.id',
          'e.name',
          'e.subject',
          'e.sender_name',
          'e.sender_address',
          'e.html',
          'e.attachments',
          'e.page_id',
          't.attack_vector',
          translations,
        ])
        .where('e.id', 'in', [...ids])
        .where('e.deleted_at', 'is', null)
        .where('e.translation_of', 'is', null)
        .where('t.archived', '=', false)
        .orderBy('t.name')
        .orderBy('e.id')
        .execute();

/** Returns the mail server of the organisation, verified or not; nothing if emails go to the built-in mailbox. */
export const findMailServer = (tx: Tx) =>
  tx.selectFrom('mail_settings').select(['host', 'verified_at']).executeTakeFirst();
