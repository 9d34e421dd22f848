import type { Input } from '@sergak/contract/endpoint.ts';
import type { phishingEndpoints } from '@sergak/contract/phishing/phishing.endpoints.ts';
import type { TemplateGroup } from '@sergak/contract/phishing/phishing.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { soundsLikeSearch } from '../../platform/search.query.ts';
import { categoryTitles } from './starter-titles.ts';
import { logoAddress, namesOf } from './phishing.query.ts';

type Filter = Input<(typeof phishingEndpoints)['phishing.templates']>;
type Row = Omit<TemplateGroup['templates'][number], 'emails' | 'languages' | 'logo'> & {
  category_id: string;
  logo_file_id: string | null;
  updated_at: string;
};
type EmailRow = {
  id: string;
  template_id: string;
  name: string;
  language: Language;
  subject: string;
  sender_name: string;
  sender_address: string;
  html: string | null;
  attachments: unknown;
  /** Languages in which the email and its page exist. */
  languages: Language[];
  sent: number;
  fell: number;
};

const wasUsed = sql`exists (select from campaign_emails u where u.template_id = t.id)`;

/** Name and description of the template `t` in the language of the reader, while nobody has changed them. */
const nameFor = (reader: Language) =>
  sql<string>`starter_text(t.name, t.starter_texts, 'title', t.language, ${reader})`;
const descriptionFor = (reader: Language) =>
  sql<string>`starter_text(t.description, t.starter_texts, 'description', t.language, ${reader})`;

const findTemplates = async (tx: Tx, filter: Filter, reader: Language): Promise<Row[]> => {
  const name = nameFor(reader);
  const conditions = [
    sql`t.archived = ${filter.archived ?? false}`,
    sql`(${soundsLikeSearch(sql`${name} || ' ' || ${descriptionFor(reader)}`, filter.search)} or exists (select from emails e
      where e.template_id = t.id and e.deleted_at is null and ${soundsLikeSearch(sql`e.name || ' ' || e.subject`, filter.search)}))`,
    ...(filter.category ? [sql`t.category_id = ${filter.category}`] : []),
    ...(filter.difficulty ? [sql`t.difficulty = ${filter.difficulty}`] : []),
    ...(filter.use ? [filter.use === 'used' ? wasUsed : sql`not ${wasUsed}`] : []),
  ];
  const { rows } = await sql<Row>`
    select t.id, t.category_id, ${name} as name, ${descriptionFor(reader)} as description, t.difficulty, t.attack_vector, t.logo_file_id, t.archived,
      t.starter_slug is not null as starter, t.updated_at
    from templates t where ${sql.join(conditions, sql` and `)}
    order by ${name} collate "ru-RU-x-icu", t.id`.execute(tx);
  return rows;
};

/** Base emails with their languages and results. Html is read only if it is asked for. */
const emailsOf = async (
  tx: Tx,
  templateIds: readonly string[],
  withHtml: boolean,
  reader: Language,
): Promise<EmailRow[]> => {
  const { rows } = await sql<EmailRow>`
    with base as materialized (
      select * from emails where template_id = any(${templateIds}::uuid[]) and deleted_at is null and translation_of is null),
    results as materialized (
      select s.email_id, coalesce(sum(s.emails) filter (where s.delivered_on is not null), 0)::int as sent,
        coalesce(sum(s.emails) filter (where s.result >= 2 or s.clicked or s.opened_attachment), 0)::int as fell
      from campaign_tallies s join campaigns c on c.id = s.campaign_id and not c.is_testing
      where s.email_id in (select id from base) group by 1),
    written as materialized (
      select coalesce(v.translation_of, v.id) as email_id, array_agg(v.language order by v.translation_of is not null, v.language) as languages
      from emails v join base b on b.id = coalesce(v.translation_of, v.id)
      where v.deleted_at is null and (v.translation_of is null or b.page_id is null or exists (
        select from landing_pages p where p.translation_of = b.page_id and p.language = v.language))
      group by 1)
    select b.id, b.template_id, starter_text(b.name, t.starter_texts, 'title', b.language, ${reader}) as name, b.language, b.subject, b.sender_name, b.sender_address,
      case when ${withHtml} then b.html end as html, b.attachments, w.languages,
      coalesce(r.sent, 0) as sent, coalesce(r.fell, 0) as fell
    from base b join templates t on t.id = b.template_id join written w on w.email_id = b.id left join results r on r.email_id = b.id
    order by b.created_at, b.id`.execute(tx);
  return rows;
};

/** Results of the emails of a template. */
export const emailResults = async (tx: Tx, templateId: string): Promise<Pick<EmailRow, 'id' | 'sent' | 'fell'>[]> =>
  (await emailsOf(tx, [templateId], false, 'ru')).map(({ id, sent, fell }) => ({ id, sent, fell }));

type Template = TemplateGroup['templates'][number] & { category_id: string; updated_at: string };

/** Languages in which all emails are complete. */
const common = (emails: readonly EmailRow[]): Language[] =>
  (emails[0]?.languages ?? []).filter((one) => emails.every((email) => email.languages.includes(one)));

const templateOf = ({ logo_file_id, ...row }: Row, emails: readonly EmailRow[]): Template => ({
  ...row,
  logo: logoAddress(logo_file_id),
  languages: common(emails),
  emails: emails.map(({ template_id: _, attachments, html, ...email }) => ({
    ...email,
    ...(html === null ? {} : { html }),
    attachments: namesOf(attachments),
  })),
});

const levels = { easy: 0, medium: 1, hard: 2 } as const;
const success = ({ emails }: Template): number => {
  const sent = emails.reduce((sum, email) => sum + email.sent, 0);
  return sent === 0 ? -1 : emails.reduce((sum, email) => sum + (email.fell ?? 0), 0) / sent;
};
/** The rows come sorted by name, which stays the second key. */
const orders: Readonly<Record<Filter['sort'], (a: Template, b: Template) => number>> = {
  name: () => 0,
  updated: (a, b) => (a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : 0),
  difficulty: (a, b) => levels[a.difficulty] - levels[b.difficulty],
  success: (a, b) => success(b) - success(a),
};

/**
 * Templates by category with their emails. The search covers names of templates and emails, subjects and
 * descriptions; a language finds templates with an email that is complete in it.
 */
export const templateGroups = async (tx: Tx, filter: Filter, reader: Language): Promise<TemplateGroup[]> => {
  const titleOf = await categoryTitles(reader);
  const categories = await tx
    .selectFrom('template_categories')
    .select(['id', 'slug', 'title'])
    .orderBy('order_id')
    .orderBy('title')
    .execute();
  const rows = await findTemplates(tx, filter, reader);
  const ids = rows.map((row) => row.id);
  const emails = Map.groupBy(
    ids.length === 0 ? [] : await emailsOf(tx, ids, filter.with_html ?? false, reader),
    (email) => email.template_id,
  );
  const { language } = filter;
  const templates = rows
    .map((row) => templateOf(row, emails.get(row.id) ?? []))
    .filter((one) => language === undefined || one.emails.some((email) => email.languages.includes(language)))
    .sort(orders[filter.sort]);
  const byCategory = Map.groupBy(templates, (one) => one.category_id);
  return categories
    .map(({ id, ...category }) => ({
      id,
      category: titleOf(category),
      templates: (byCategory.get(id) ?? []).map(({ category_id: _, updated_at: __, ...template }) => template),
    }))
    .filter((group) => group.templates.length > 0);
};
