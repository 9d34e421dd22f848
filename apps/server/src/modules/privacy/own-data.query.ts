import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

type Rows = (employeeId: string) => RawBuilder<unknown>;
/** One file of the export: the tables that it reads, and a query with one column `row`. */
type Part = { readonly tables: readonly string[]; readonly rows: Rows };

/** A row as JSON without the given columns. The organisation is the same in all rows and named in the profile. */
const row = (alias: string, without: readonly string[] = []) =>
  sql`to_jsonb(${sql.ref(alias)}) - ${['organization_id', ...without]}::text[]`;

/** Simulations of campaigns that go on are left out: the export would show the person which emails are simulated. */
const ownRecipients: Rows = (id) =>
  sql`campaign_recipients r join campaigns c on c.id = r.campaign_id where r.employee_id = ${id} and c.status = 'completed'`;
const ofLearner = (table: string, without: readonly string[] = []): Part => ({
  tables: [table],
  rows: (id) => sql`select ${row('t', without)} as row from ${sql.table(table)} t
    join learners l on l.id = t.learner_id where l.employee_id = ${id}`,
});
const ofEmployee = (table: string, without: readonly string[] = []): Part => ({
  tables: [table],
  rows: (id) =>
    sql`select ${row('t', ['employee_id', ...without])} as row from ${sql.table(table)} t where t.employee_id = ${id}`,
});

/** Secrets, technical columns, ids of others, and figures that count simulations which go on. */
const notInProfile = [
  'password_hash',
  'email_key',
  'search_text',
  'name_sound',
  'made_by',
  'deleted_by',
  'deleted_import',
  'wiped_at',
  'email_events',
  'emails_sent',
  'emails_dangerous',
  'last_sent_on',
  'last_opened_on',
  'last_clicked_on',
  'last_opened_attachment_on',
  'last_entered_data_on',
  'last_reported_on',
  'recent_emails',
  'recent_caught',
  'mailed_months',
  'caught_months',
  'first_emails',
];

/** The data map of the export, by the name of the file. Secrets, and answers that a course keeps to itself, are left out. */
export const ownDataParts: Readonly<Record<string, Part>> = {
  profile: {
    tables: ['employees', 'departments', 'organizations'],
    rows: (id) => sql`select ${row('e', notInProfile)}
      || jsonb_build_object('organization', o.title, 'department', d.title) as row
      from employees e join organizations o on o.id = e.organization_id join departments d on d.id = e.department_id where e.id = ${id}`,
  },
  tags: {
    tables: ['tag_employees'],
    rows: (id) => sql`select jsonb_build_object('tag', g.title, 'joined_at', t.joined_at) as row
      from tag_employees t join tags g on g.id = t.tag_id where t.employee_id = ${id}`,
  },
  tag_actions: {
    tables: ['tag_action_runs'],
    rows: (id) => sql`select ${row('t', ['employee_id'])} as row from tag_action_runs t
      where t.employee_id = ${id} and t.campaign_id is null and t.action_type <> 'phishing'`,
  },
  sessions: ofEmployee('sessions', ['token_hash']),
  actions: {
    tables: ['audit_log'],
    rows: (id) => sql`select jsonb_build_object('action', t.action, 'at', t.created_at, 'target', t.target_title,
        'by_you', t.actor_id is not distinct from ${id}::uuid, 'changes', t.changes,
        'address', case when t.actor_id = ${id} then host(t.address) end) as row
      from audit_log t where t.actor_id = ${id} or t.target_id = ${id} order by t.id`,
  },
  simulations: {
    tables: ['campaign_recipients'],
    rows: (id) => sql`select jsonb_build_object('campaign', c.name)
      || ${row('r', ['employee_id', 'tracking_key', 'message_id', 'lease_until', 'lease_owner', 'attempts', 'waiting', 'held'])} as row from ${ownRecipients(id)}`,
  },
  simulation_events: {
    tables: ['tracking_events'],
    rows: (id) => sql`select ${row('t', ['hit', 'overruled_by'])} as row from tracking_events t
      join (select r.id, r.campaign_id from ${ownRecipients(id)}) o on o.id = t.recipient_id and o.campaign_id = t.campaign_id order by t.id`,
  },
  simulation_reactions: {
    tables: ['campaign_reactions'],
    rows: (id) => sql`select ${row('t', ['employee_id'])} as row from campaign_reactions t
      join campaigns c on c.id = t.campaign_id where t.employee_id = ${id} and c.status = 'completed'`,
  },
  courses: {
    tables: ['learners'],
    rows: (
      id,
    ) => sql`select jsonb_build_object('course', a.title) || ${row('t', ['employee_id', 'completed_by'])} as row
      from learners t join assignments a on a.id = t.assignment_id where t.employee_id = ${id}`,
  },
  course_steps: ofLearner('step_progress'),
  course_reminders: ofLearner('course_reminders'),
  quizzes: ofLearner('quiz_attempts', ['drawn']),
  quiz_answers: {
    tables: ['quiz_answers'],
    rows: (id) => sql`select ${row('t')} as row from quiz_answers t join quiz_attempts q on q.id = t.attempt_id
      join learners l on l.id = q.learner_id where l.employee_id = ${id} and q.completed_at is not null`,
  },
  packages: ofLearner('scorm_registrations', ['sequencing']),
  package_answers: {
    tables: ['scorm_interactions'],
    rows: (id) => sql`select ${row('t', ['correct_pattern'])} as row from scorm_interactions t
      join scorm_registrations s on s.id = t.registration_id join learners l on l.id = s.learner_id where l.employee_id = ${id}`,
  },
  certificates: ofEmployee('certificates', ['revoked_by']),
  reported_emails: {
    tables: ['suspicious_emails'],
    rows: (id) =>
      sql`select ${row('t', ['reporter_id', 'state', 'state_by', 'taken_by', 'sender_address', 'subject_key', 'message_key', 'version'])} as row
        from suspicious_emails t where t.reporter_id = ${id}`,
  },
  reported_messages: {
    tables: ['reported_messages'],
    rows: (id) =>
      sql`select jsonb_build_object('subject', t.subject, 'kept_at', k.kept_at, 'size', k.size) as row
        from reported_messages k join suspicious_emails t on t.id = k.email_id where t.reporter_id = ${id}`,
  },
  emails: {
    tables: ['outbox'],
    rows: (
      id,
    ) => sql`select jsonb_build_object('kind', t.kind, 'recipient', t.recipient, 'subject', t.subject, 'state', t.state,
      'created_at', t.created_at, 'sent_at', t.sent_at) as row from outbox t where t.employee_id = ${id} and t.kind <> 'simulation_test'`,
  },
  reminders: ofEmployee('invite_reminders'),
  identity_provider: ofEmployee('scim_users'),
  directory: ofEmployee('directory_links', ['seen_import']),
  single_sign_on: ofEmployee('sso_identities', ['provider_hash', 'subject_hash']),
  authenticator_app: ofEmployee('authenticators', ['secret_sealed', 'last_step']),
  scheduled_reports: ofEmployee('report_recipients'),
  notifications: ofEmployee('notifications', ['barred']),
  notifications_read: ofEmployee('notification_reads'),
  notification_choices: ofEmployee('notification_choices'),
  recently_opened: ofEmployee('recent_things'),
  risk_by_day: {
    tables: ['risk_points'],
    rows: (id) => sql`select ${row('t', ['scope', 'subject_id', 'people'])} as row from risk_points t
      where t.scope = 'employee' and t.subject_id = ${id} order by t.day`,
  },
};

/** Tables that refer to people and are no part of the export, with the reason. */
export const notExported: Readonly<Record<string, string>> = {
  link_tokens: 'digests of secrets that open the account',
  sso_requests: 'sign-ins under way; secrets that expire within minutes',
  sso_settings: 'settings of the organisation',
  retention_settings: 'settings of the organisation',
  mailbox_emails: 'copies of emails in the mailbox of a trial; deleted after 30 days',
  report_delivery_recipients: 'a copy of the recipients of scheduled reports',
  course_effect_people: 'computed each day from courses and simulations',
  scorm_sessions: 'tokens of opened packages',
  scorm_commits: 'technical order of the messages of a package',
  scorm_scos: 'state that a package stores for itself',
};

export const readOwnPart = async (tx: Tx, part: Part, employeeId: string): Promise<unknown[]> => {
  const { rows } = await sql<{ row: unknown }>`${part.rows(employeeId)}`.execute(tx);
  return rows.map((one) => one.row);
};

export const findOwnAvatar = async (tx: Tx, employeeId: string): Promise<string | null> => {
  const found = await tx
    .selectFrom('employees')
    .select('avatar_file_id')
    .where('id', '=', employeeId)
    .executeTakeFirst();
  return found?.avatar_file_id ?? null;
};
