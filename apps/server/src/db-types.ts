// Made from the migrated database by `npm run schema`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** jsonb: written as JSON text, read as the parsed value. */
type Json = ColumnType<unknown, string | null, string | null>;
type JsonFilled = ColumnType<unknown, string | undefined, string>;

export interface ApiTokens {
  id: Generated<string>;
  organization_id: Generated<string>;
  kind: 'statistics' | 'scim';
  title: string;
  token_hash: Buffer;
  hint: string;
  created_by: string;
  created_by_name: string;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  last_used_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  revoked_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
}

export interface Assignments {
  id: Generated<string>;
  organization_id: Generated<string>;
  course_id: string;
  course_version_id: string;
  title: string;
  status: Generated<'planned' | 'active' | 'completed'>;
  source: Generated<'manual' | 'campaign' | 'tag'>;
  campaign_id: string | null;
  tag_action_id: string | null;
  image_file_id: string | null;
  paused_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  completion_rule: Json | null;
  reminders: JsonFilled;
  reminders_since: Generated<string>;
  reminded_on: string | null;
  start_date: string;
  deadline: string;
  created_by: string | null;
  version: Generated<number>;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  completed_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  search_text: GeneratedAlways<string>;
}

export interface AttachmentFiles {
  organization_id: Generated<string>;
  file_id: string;
  type: string;
  size: number;
  reports: 'opened' | 'clicked' | 'nothing';
  checked_at: ColumnType<string, Date | string | undefined, Date | string>;
  unused_since: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
}

export interface AuditChains {
  organization_id: Generated<string>;
  last_number: Generated<number>;
  head: Buffer;
  checkpoint_number: Generated<number>;
  checkpoint: Buffer;
  checkpoint_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
}

export interface AuditLog {
  id: GeneratedAlways<number>;
  organization_id: Generated<string>;
  actor_id: string | null;
  actor_name: Generated<string>;
  action: string;
  target_kind: string;
  target_id: string | null;
  target_title: string | null;
  changes: JsonFilled;
  details: JsonFilled;
  address: string | null;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface AuditPending {
  organization_id: Generated<string>;
  log_id: number;
}

export interface AuditSeals {
  organization_id: Generated<string>;
  number: number;
  log_id: number;
  hash: Buffer;
  sealed_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface AuthenticatorPolicies {
  organization_id: Generated<string>;
  roles: string[];
  due_on: string;
  version: Generated<number>;
}

export interface Authenticators {
  organization_id: Generated<string>;
  employee_id: string;
  secret_sealed: Buffer;
  last_step: Generated<number>;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  confirmed_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  recovered_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
}

export interface AutomationSchedules {
  organization_id: Generated<string>;
  hour: Generated<number>;
  run_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
}

export interface BackupCodes {
  organization_id: Generated<string>;
  employee_id: string;
  code_hash: Buffer;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  used_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
}

export interface BulkWorks {
  task_id: string;
  organization_id: Generated<string>;
  kind: string;
  people: string[];
  done: Generated<string[]>;
  position: Generated<number>;
  seats: Generated<number>;
  tally: Json;
  detail: Json;
  target: Json | null;
  actor_id: string;
  actor_name: string;
  actor_role: string;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface CampaignApprovals {
  organization_id: Generated<string>;
  campaign_id: string;
  asked_by: string | null;
  asked_name: Generated<string>;
  asked_at: ColumnType<string, Date | string, Date | string>;
  recipients: number;
  above: number;
  decided_by: string | null;
  decided_name: Generated<string>;
  decided_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  note: Generated<string>;
}

export interface CampaignDrafts {
  organization_id: Generated<string>;
  id: string;
  name: Generated<string>;
  step: string;
  form: string;
  created_by: string | null;
  version: Generated<number>;
  created_at: ColumnType<string, Date | string, Date | string>;
  updated_at: ColumnType<string, Date | string, Date | string>;
}

export interface CampaignEmailTranslations {
  organization_id: Generated<string>;
  campaign_id: string;
  email_id: string;
  language: string;
  subject: string;
  sender_name: string;
  html: string;
  page_html: string | null;
  attachments: JsonFilled;
  tips: JsonFilled;
  sender_address: string | null;
}

export interface CampaignEmails {
  organization_id: Generated<string>;
  campaign_id: string;
  email_id: string;
  template_id: string;
  name: string;
  template_name: string;
  attack_vector: string;
  subject: string;
  sender_name: string;
  sender_address: string;
  html: string;
  page_html: string | null;
  tips: JsonFilled;
  logo_file_id: string | null;
  language: Generated<string>;
  attachments: JsonFilled;
}

export interface CampaignFiles {
  organization_id: Generated<string>;
  campaign_id: string;
  file_id: string;
}

export interface CampaignReactions {
  organization_id: Generated<string>;
  campaign_id: string;
  employee_id: string;
  kind: 'course' | 'invitation' | 'message';
  made_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface CampaignRecipients {
  id: GeneratedAlways<number>;
  organization_id: Generated<string>;
  campaign_id: string;
  email_id: string;
  employee_id: string | null;
  department_id: string | null;
  tracking_key: string;
  message_id: string;
  address: string;
  last_name: Generated<string>;
  first_name: Generated<string>;
  middle_name: Generated<string>;
  position: Generated<string>;
  department: Generated<string>;
  send_at: ColumnType<string, Date | string, Date | string>;
  state: Generated<'queued' | 'claimed' | 'handing_over' | 'sent' | 'retry' | 'failed' | 'unknown' | 'cancelled'>;
  waiting: GeneratedAlways<boolean>;
  held: GeneratedAlways<boolean>;
  attempts: Generated<number>;
  lease_until: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  lease_owner: string | null;
  reply: string | null;
  sent_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  result: Generated<number>;
  opened_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  clicked_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  attachment_opened_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  entered_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  reported_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  os: string | null;
  language: string | null;
  earlier_attempts: Json | null;
}

export interface CampaignTallies {
  organization_id: Generated<string>;
  campaign_id: string;
  id: GeneratedAlways<number>;
  email_id: string;
  state: string;
  result: number;
  clicked: boolean;
  opened_attachment: boolean;
  reported: boolean;
  delivered_on: string | null;
  emails: number;
}

export interface Campaigns {
  id: Generated<string>;
  organization_id: Generated<string>;
  name: string;
  status: Generated<'creating' | 'planned' | 'active' | 'completed' | 'failed'>;
  approval: 'waiting' | 'approved' | 'rejected' | null;
  is_testing: Generated<boolean>;
  is_autophish: Generated<boolean>;
  tag_id: string | null;
  tag_action_id: string | null;
  tag_month: string | null;
  settings: Json;
  task_id: string | null;
  created_by: string | null;
  edited_by: string | null;
  start_at: ColumnType<string, Date | string, Date | string>;
  spread: Generated<boolean>;
  send_until: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  end_at: ColumnType<string, Date | string, Date | string>;
  redirect_page_id: string | null;
  redirect_html: string | null;
  course_id: string | null;
  failure: string | null;
  version: Generated<number>;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  launched_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  completed_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  after_campaign_id: string | null;
  paused_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  search_text: GeneratedAlways<string>;
}

export interface CertificateRules {
  organization_id: Generated<string>;
  course_id: string;
  mode: Generated<'auto' | 'on' | 'off'>;
  valid_months: number | null;
  remind_days: Generated<number>;
  reassign: Generated<boolean>;
  version: Generated<number>;
}

export interface Certificates {
  id: Generated<string>;
  organization_id: Generated<string>;
  number: string;
  learner_id: string | null;
  assignment_id: string | null;
  course_id: string | null;
  employee_id: string | null;
  person_name: string;
  course_title: string;
  organization_title: string;
  language: Generated<'ru' | 'en' | 'uz'>;
  score: number | null;
  issued_at: ColumnType<string, Date | string, Date | string>;
  valid_until: string | null;
  revoked_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  revoked_by: string | null;
  revoke_reason: string | null;
  reminded_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
}

export interface ConsentTexts {
  organization_id: Generated<string>;
  version: number;
  texts: Json | null;
  created_by: string;
  created_by_name: string;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface CourseEffectPeople {
  organization_id: Generated<string>;
  course_id: string;
  employee_id: string;
}

export interface CourseEffects {
  organization_id: Generated<string>;
  course_id: string;
  finished: number;
  people: number;
  caught_before: number;
  caught_after: number;
  only_before: number;
  only_after: number;
  computed_at: ColumnType<string, Date | string, Date | string>;
}

export interface CourseReminders {
  organization_id: Generated<string>;
  learner_id: string;
  due_day: string;
  sent_at: ColumnType<string, Date | string, Date | string>;
}

export interface CourseSections {
  id: Generated<string>;
  organization_id: Generated<string>;
  course_id: string;
  title: string;
  order_id: number;
}

export interface CourseVersionFiles {
  organization_id: Generated<string>;
  course_version_id: string;
  file_id: string;
}

export interface CourseVersionPackages {
  organization_id: Generated<string>;
  course_version_id: string;
  package_id: string;
}

export interface CourseVersions {
  id: Generated<string>;
  organization_id: Generated<string>;
  course_id: string;
  number: number;
  content: Json;
  steps_total: number;
  published_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface Courses {
  id: Generated<string>;
  organization_id: Generated<string>;
  title: string;
  description: Generated<string>;
  language: Generated<'ru' | 'en' | 'uz'>;
  minutes: Generated<number>;
  image_file_id: string | null;
  kind: Generated<'native' | 'scorm'>;
  scorm_package_id: string | null;
  score_policy: Generated<'highest' | 'last' | 'first' | 'average'>;
  completion_rule: Json | null;
  tags: Generated<string[]>;
  archived: Generated<boolean>;
  starter_slug: string | null;
  published_version: Generated<number>;
  version: Generated<number>;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  updated_at: ColumnType<string, Date | string | undefined, Date | string>;
  search_text: GeneratedAlways<string>;
  starter_version: string | null;
  starter_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  starter_texts: Json | null;
  summary: Json | null;
}

export interface DepartmentEmailStamps {
  organization_id: Generated<string>;
  campaign_id: string;
  stamp: string;
}

export interface DepartmentEmails {
  organization_id: Generated<string>;
  campaign_id: string;
  department_id: string;
  delivered_on: string;
  sent: number;
  delivered: number;
  clicked: number;
  entered_data: number;
}

export interface Departments {
  id: Generated<string>;
  organization_id: Generated<string>;
  parent_id: string | null;
  title: string;
  is_default: Generated<boolean>;
  version: Generated<number>;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  title_key: GeneratedAlways<string>;
  search_text: GeneratedAlways<string>;
}

export interface Directories {
  organization_id: Generated<string>;
  host: string;
  port: number;
  security: 'ldaps' | 'starttls' | 'none';
  plain_allowed: Generated<boolean>;
  ca: Generated<string>;
  bind_dn: string;
  password_sealed: Buffer | null;
  base_dn: string;
  filter: string;
  attributes: Json;
  key_attribute: Generated<string>;
  department_from: 'none' | 'ou' | 'attribute';
  department_attribute: string;
  group_roles: JsonFilled;
  leavers: Generated<'keep' | 'remove'>;
  sign_in: Generated<boolean>;
  schedule: Generated<'off' | 'hourly' | 'daily'>;
  hour: Generated<number>;
  saved_by: string;
  next_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  read_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  failure: Json | null;
  import_id: string | null;
  version: Generated<number>;
  updated_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface DirectoryLinks {
  organization_id: Generated<string>;
  employee_id: string;
  entry_key: string | null;
  seen_import: string | null;
}

export interface Emails {
  id: Generated<string>;
  organization_id: Generated<string>;
  template_id: string;
  page_id: string | null;
  name: string;
  language: Generated<'ru' | 'en' | 'uz'>;
  subject: string;
  sender_name: string;
  sender_address: string;
  html: string;
  tips: JsonFilled;
  version: Generated<number>;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  deleted_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  attachments: JsonFilled;
  premise: Json | null;
  translation_of: string | null;
}

export interface EmployeeImportRows {
  organization_id: Generated<string>;
  import_id: string;
  line: number;
  verdict: 'added' | 'returned' | 'changed' | 'unchanged' | 'rejected';
  reasons: Generated<string[]>;
  employee_id: string | null;
  email: Generated<string>;
  last_name: Generated<string>;
  first_name: Generated<string>;
  middle_name: Generated<string>;
  position: Generated<string>;
  department: Generated<string>;
  role: Generated<string>;
  raw: Generated<string[]>;
  entry_key: Generated<string>;
}

export interface EmployeeImports {
  id: Generated<string>;
  organization_id: Generated<string>;
  created_by: string;
  task_id: string;
  apply_task_id: string | null;
  file_name: string;
  file_id: string | null;
  rejected_file_id: string | null;
  from_directory: Generated<boolean>;
  status: Generated<'reading' | 'ready' | 'running' | 'done' | 'cancelled' | 'failed'>;
  columns: Json | null;
  summary: Json | null;
  confirmed: Json | null;
  result: Json | null;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  finished_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  seats: Generated<number>;
}

export interface Employees {
  id: Generated<string>;
  organization_id: Generated<string>;
  department_id: string;
  email: string;
  email_key: GeneratedAlways<string>;
  last_name: Generated<string>;
  first_name: Generated<string>;
  middle_name: Generated<string>;
  full_name: GeneratedAlways<string>;
  position: Generated<string>;
  role: Generated<'employee' | 'content_manager' | 'operator' | 'system_admin' | 'super_user' | 'pdf_service'>;
  former_role: string | null;
  role_lowered_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  made_by: Generated<string[]>;
  language: 'ru' | 'en' | 'uz' | null;
  is_registered: Generated<boolean>;
  registered_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  invited_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  password_hash: string | null;
  consented_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  consented_version: Generated<number>;
  avatar_file_id: string | null;
  note: Generated<string>;
  risk_level: number | null;
  risk_step: GeneratedAlways<number | null>;
  phishing_indicator: number | null;
  learning_progress: number | null;
  email_events: Generated<number>;
  emails_sent: Generated<number>;
  emails_dangerous: Generated<number>;
  course_states: Generated<number>;
  behind_from: Generated<string>;
  risk_computed_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  version: Generated<number>;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  deleted_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  deleted_by: string | null;
  deleted_import: string | null;
  wiped_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  seen_release: string | null;
  last_sent_on: string | null;
  last_opened_on: string | null;
  last_clicked_on: string | null;
  last_opened_attachment_on: string | null;
  last_entered_data_on: string | null;
  last_reported_on: string | null;
  recent_emails: Generated<number>;
  recent_caught: Generated<number>;
  mailed_months: Generated<number>;
  caught_months: Generated<number>;
  first_emails: Generated<number>;
  search_text: GeneratedAlways<string>;
  name_sound: GeneratedAlways<string>;
}

export interface FeatureSettings {
  organization_id: Generated<string>;
  analytics_enabled: boolean;
  analytics_id: string;
  analytics_id_2: string;
  feature_flags: string[];
  version: number;
}

export interface Files {
  id: Generated<string>;
  organization_id: Generated<string>;
  name: string;
  content_type: string;
  size: number;
  storage_key: string;
  visibility: Generated<'organization' | 'admin' | 'owner'>;
  permission: string | null;
  created_by: string | null;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  expires_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  results_of: string | null;
}

export interface FirstStart {
  only_row: Generated<boolean>;
  super_user: string | null;
  sealed_password: Buffer | null;
  demo_unfinished: Generated<boolean>;
  demo_progress: number | null;
  demo_progress_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  sealed_demo: Buffer | null;
}

export interface IdempotencyKeys {
  organization_id: Generated<string>;
  actor_id: string;
  endpoint: string;
  key: string;
  request_hash: string;
  answer: Json | null;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface Installation {
  only_row: Generated<boolean>;
  written_by: number;
  secret_mark: string | null;
}

export interface InviteReminderSettings {
  organization_id: Generated<string>;
  active: Generated<boolean>;
  every_days: Generated<number>;
  most_times: Generated<number>;
  hour: Generated<number>;
  updated_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface InviteReminders {
  organization_id: Generated<string>;
  employee_id: string;
  due_day: string;
  sent_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface KnownPlaces {
  place: Buffer;
  seen_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface LandingPages {
  id: Generated<string>;
  organization_id: Generated<string>;
  template_id: string;
  name: string;
  language: Generated<'ru' | 'en' | 'uz'>;
  html: string;
  version: Generated<number>;
  translation_of: string | null;
}

export interface Learners {
  id: Generated<string>;
  organization_id: Generated<string>;
  assignment_id: string;
  employee_id: string;
  assigned_at: ColumnType<string, Date | string | undefined, Date | string>;
  start_date: string;
  deadline: string;
  completed_steps: Generated<number>;
  steps_total: number;
  progress: Generated<number>;
  position: Json | null;
  email_due: 'assigned' | 'reminder' | null;
  started_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  completed_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  completed_by: string | null;
  completion_reason: string | null;
  completion_certificate: Generated<boolean>;
  paused: Generated<boolean>;
  behind_from: GeneratedAlways<string | null>;
}

export interface LearningSettings {
  organization_id: Generated<string>;
  reminders: Json;
  version: Generated<number>;
}

export interface LinkTokens {
  token_hash: Buffer;
  organization_id: string;
  employee_id: string;
  purpose: 'registration' | 'recovery' | 'address';
  new_email: string | null;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  expires_at: ColumnType<string, Date | string, Date | string>;
  used_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
}

export interface MailReports {
  organization_id: Generated<string>;
  digest: Buffer;
  outcome: 'simulation' | 'counted' | 'suspicious' | 'ignored';
  read_at: ColumnType<string, Date | string, Date | string>;
}

export interface MailSettings {
  organization_id: Generated<string>;
  host: string;
  port: number;
  security: 'none' | 'opportunistic' | 'starttls' | 'tls';
  username: Generated<string>;
  password_sealed: Buffer | null;
  sender_name: string;
  sender_address: string;
  ca: Generated<string>;
  connections: Generated<number>;
  verified_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  version: Generated<number>;
  updated_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface MailboxEmails {
  id: GeneratedAlways<number>;
  organization_id: Generated<string>;
  message_id: Generated<string>;
  sender: string;
  recipient: string;
  subject: string;
  raw: Buffer;
  simulated: Generated<boolean>;
  employee_id: string | null;
  tells_result: Generated<boolean>;
  received_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface ModuleFiles {
  organization_id: Generated<string>;
  module_id: string;
  file_id: string;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  checked_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface Modules {
  id: Generated<string>;
  organization_id: Generated<string>;
  title: string;
  version: Generated<number>;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  updated_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface NotificationChoices {
  organization_id: Generated<string>;
  employee_id: string;
  kind: string;
  way: 'portal' | 'email' | 'digest' | 'off';
}

export interface NotificationReads {
  organization_id: Generated<string>;
  notification_id: string;
  employee_id: string;
  read_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface NotificationSettings {
  organization_id: Generated<string>;
  quiet_from: number | null;
  quiet_to: number | null;
  quiet_days_off: Generated<boolean>;
  version: Generated<number>;
  settled_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  digested_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
}

export interface Notifications {
  id: Generated<string>;
  organization_id: Generated<string>;
  kind: string;
  thing_id: string | null;
  employee_id: string | null;
  barred: Generated<string[]>;
  title: Generated<string>;
  number: Generated<number>;
  day: string | null;
  since: ColumnType<string, Date | string, Date | string>;
  raised_at: ColumnType<string, Date | string | undefined, Date | string>;
  announced_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  ended_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
}

export interface OrganizationDomains {
  organization_id: Generated<string>;
  domain: string;
  proof: string;
  verified_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  checked_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  failing_since: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface Organizations {
  id: Generated<string>;
  parent_id: string | null;
  path: string[];
  title: string;
  description: Generated<string>;
  language: Generated<'ru' | 'en' | 'uz'>;
  time_zone: Generated<string>;
  brand_color: Generated<string>;
  logo_light_file_id: string | null;
  logo_dark_file_id: string | null;
  work_from: Generated<number>;
  work_to: Generated<number>;
  work_days: Generated<number[]>;
  holidays: Generated<string[]>;
  two_factor: Generated<boolean>;
  consent_required: Generated<boolean>;
  reveal_unknown_email: Generated<boolean>;
  autophish: Generated<boolean>;
  sending_paused: Generated<boolean>;
  daily_cap: Generated<number>;
  person_weekly_cap: Generated<number>;
  person_gap_hours: Generated<number>;
  approval_above: number | null;
  approval_is_default: Generated<boolean>;
  own_networks: Generated<string[]>;
  users_limit: Generated<number>;
  licence_start: Generated<string>;
  licence_end: Generated<string>;
  header_key: Buffer;
  is_demo: Generated<boolean>;
  starter_due: Generated<boolean>;
  set_up_due: Generated<boolean>;
  removal_started_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  version: Generated<number>;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  licence_reminded_for: string | null;
  licence_reminded_days: number | null;
  risk_rule_since: string | null;
  minute_cap: number | null;
}

export interface Outbox {
  id: Generated<string>;
  organization_id: Generated<string>;
  employee_id: string | null;
  kind: string;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  message: Buffer | null;
  message_id: string;
  opens_account: Generated<boolean>;
  tells_result: Generated<boolean>;
  state: Generated<'queued' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  reply: string | null;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  sent_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  attachments: Generated<string[]>;
  server_sealed: Buffer | null;
}

export interface PeopleTallies {
  organization_id: Generated<string>;
  kind: string;
  id: GeneratedAlways<number>;
  department_id: string | null;
  key: number;
  people: number;
  risk_level: Generated<number>;
  phishing_indicator: Generated<number>;
  learning_progress: Generated<number>;
}

export interface PreviewDrafts {
  organization_id: Generated<string>;
  employee_id: string;
  kind: 'email' | 'page' | 'redirect';
  html: string;
  updated_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface Questions {
  id: Generated<string>;
  organization_id: Generated<string>;
  module_id: string;
  order_id: number;
  type: 'single' | 'multiple' | 'ordering' | 'matching' | 'short';
  text: string;
  image_file_id: string | null;
  image_alt: Generated<string>;
  points: Generated<number>;
  body: Json;
  explanation: Generated<string>;
  version: Generated<number>;
}

export interface QuizAnswers {
  organization_id: Generated<string>;
  attempt_id: string;
  question_id: string;
  sequence: number;
  answer: Json;
  correct: boolean;
  answered_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface QuizAttempts {
  id: Generated<string>;
  organization_id: Generated<string>;
  learner_id: string;
  step_id: string;
  number: number;
  drawn: Json;
  started_at: ColumnType<string, Date | string | undefined, Date | string>;
  ends_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  completed_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  score: number | null;
  passed: boolean | null;
}

export interface RateWindows {
  bucket: string;
  window_start: ColumnType<string, Date | string, Date | string>;
  hits: Generated<number>;
}

export interface RecentThings {
  organization_id: Generated<string>;
  employee_id: string;
  kind: string;
  thing: string;
  opened_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface RedirectPages {
  id: Generated<string>;
  organization_id: Generated<string>;
  name: string;
  html: string;
  version: Generated<number>;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface ReportAnswers {
  organization_id: Generated<string>;
  verdict: 'dangerous' | 'spam' | 'harmless' | 'simulation';
  texts: Json | null;
  version: number;
}

export interface ReportDeliveries {
  id: Generated<string>;
  organization_id: Generated<string>;
  period: string;
  due_at: ColumnType<string, Date | string, Date | string>;
  ordered_by: string | null;
  reports: JsonFilled;
  state: Generated<'preparing' | 'sent' | 'failed'>;
  reason: string | null;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface ReportDeliveryRecipients {
  id: GeneratedAlways<number>;
  organization_id: Generated<string>;
  delivery_id: string;
  employee_id: string | null;
  email: string | null;
  outbox_id: string | null;
  skipped: 'left' | 'foreign_domain' | 'no_permission' | 'no_account' | null;
  attached: Generated<boolean>;
}

export interface ReportMailboxes {
  organization_id: Generated<string>;
  address: string;
  host: string;
  port: number;
  security: 'tls' | 'starttls' | 'none';
  username: string;
  password_sealed: Buffer | null;
  ca: Generated<string>;
  folder: Generated<string>;
  forward_to: string | null;
  thanks: Generated<boolean>;
  uid_validity: string | null;
  last_uid: Generated<number>;
  read_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  failure: Json | null;
  failures: Generated<number>;
  next_at: ColumnType<string, Date | string | undefined, Date | string>;
  is_full: Generated<boolean>;
  version: Generated<number>;
  updated_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface ReportRecipients {
  id: GeneratedAlways<number>;
  organization_id: Generated<string>;
  employee_id: string | null;
  email: string | null;
}

export interface ReportSchedules {
  organization_id: Generated<string>;
  frequency: 'off' | 'weekly' | 'monthly';
  weekday: number;
  month_day: number;
  hour: number;
  kinds: string[];
  language: 'ru' | 'en' | 'uz';
  to_tag: boolean;
  attach: boolean;
  saved_by: string;
  settled_until: ColumnType<string, Date | string, Date | string>;
  version: Generated<number>;
  updated_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface ReportedMessages {
  organization_id: Generated<string>;
  email_id: string;
  key_sealed: Buffer;
  sealed: Buffer;
  size: number;
  kept_at: ColumnType<string, Date | string, Date | string>;
}

export interface Reports {
  id: Generated<string>;
  organization_id: Generated<string>;
  category: string;
  format: 'pdf' | 'xlsx';
  title: string;
  params: JsonFilled;
  status: Generated<'in_progress' | 'complete' | 'error'>;
  error: string | null;
  file_id: string | null;
  created_by: string;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  finished_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  expires_at: ColumnType<string, Date | string | undefined, Date | string>;
  search_text: GeneratedAlways<string>;
}

export interface RetentionSettings {
  organization_id: Generated<string>;
  tracking_days: Generated<number>;
  results_months: Generated<number>;
  version: Generated<number>;
  ran_on: string | null;
  anonymous: Generated<boolean>;
  anonymous_since: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  anonymous_ending_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  reported_days: Generated<number>;
}

export interface RiskPoints {
  organization_id: Generated<string>;
  day: string;
  scope: 'organization' | 'department' | 'employee';
  subject_id: string;
  risk_level: number | null;
  phishing_indicator: number | null;
  learning_progress: number | null;
  people: Generated<number>;
}

export interface SchemaMigrations {
  name: string;
  hash: string;
  applied_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface ScimGroups {
  department_id: string;
  organization_id: Generated<string>;
  display_name: string;
  external_id: string | null;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  updated_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface ScimSettings {
  organization_id: Generated<string>;
  groups: 'departments' | 'tags';
  updated_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface ScimTags {
  organization_id: Generated<string>;
  tag_id: string;
  display_name: string;
  external_id: string | null;
  is_made: boolean;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  updated_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface ScimUsers {
  employee_id: string;
  organization_id: Generated<string>;
  user_name: string;
  user_name_key: GeneratedAlways<string>;
  external_id: string | null;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  updated_at: ColumnType<string, Date | string | undefined, Date | string>;
  removed_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
}

export interface ScormCommits {
  id: GeneratedAlways<number>;
  organization_id: Generated<string>;
  session_id: string;
  sequence: number;
  sco_id: string;
  changes: Json;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface ScormImports {
  id: Generated<string>;
  organization_id: Generated<string>;
  task_id: string;
  course_id: string | null;
  title: Generated<string>;
  move_open: Generated<boolean>;
  file_name: string;
  size: number;
  upload_key: string;
  files_planned: Generated<number>;
  status: Generated<'waiting' | 'done' | 'failed'>;
  created_by: string;
  actor_name: string;
  language: string;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  finished_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
}

export interface ScormInteractions {
  organization_id: Generated<string>;
  registration_id: string;
  sco_id: string;
  number: number;
  name: Generated<string>;
  type: Generated<string>;
  description: Generated<string>;
  response: Generated<string>;
  correct_pattern: Generated<string>;
  result: Generated<string>;
  weighting: Generated<string>;
  latency: Generated<string>;
  reported_at: Generated<string>;
  updated_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface ScormPackageFiles {
  organization_id: Generated<string>;
  package_id: string;
  path: string;
  size: number;
  storage_key: string;
}

export interface ScormPackages {
  id: Generated<string>;
  organization_id: Generated<string>;
  title: string;
  file_name: string;
  sha256: string;
  standard: '1.2' | '2004';
  edition: Generated<string>;
  manifest: Json;
  report: Json;
  completion_rule: JsonFilled;
  allowed_hosts: JsonFilled;
  size: number;
  files_count: number;
  created_by: string | null;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface ScormRegistrations {
  id: Generated<string>;
  organization_id: Generated<string>;
  learner_id: string;
  step_id: string;
  package_id: string;
  number: number;
  completion: Generated<'not_attempted' | 'incomplete' | 'completed'>;
  success: Generated<'unknown' | 'passed' | 'failed'>;
  score: number | null;
  progress: Generated<number>;
  total_seconds: Generated<number>;
  current_sco: Generated<string>;
  pages: JsonFilled;
  sequencing: string | null;
  started_at: ColumnType<string, Date | string | undefined, Date | string>;
  last_at: ColumnType<string, Date | string | undefined, Date | string>;
  completed_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
}

export interface ScormScos {
  organization_id: Generated<string>;
  registration_id: string;
  sco_id: string;
  cmi: JsonFilled;
  completion: Generated<string>;
  success: Generated<string>;
  score: number | null;
  progress: Generated<number>;
  total_seconds: Generated<number>;
  silent: Generated<boolean>;
  rejected: Generated<boolean>;
  updated_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface ScormSessions {
  id: Generated<string>;
  organization_id: Generated<string>;
  registration_id: string;
  token_hash: Buffer;
  session_hash: Buffer;
  session_ends: ColumnType<string, Date | string, Date | string>;
  mode: 'normal' | 'review';
  language: string;
  last_sequence: Generated<number>;
  base_seconds: JsonFilled;
  started_at: ColumnType<string, Date | string | undefined, Date | string>;
  seen_at: ColumnType<string, Date | string | undefined, Date | string>;
  expires_at: ColumnType<string, Date | string, Date | string>;
  opened_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  ended_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  ended_by: 'exit' | 'superseded' | 'timeout' | null;
}

export interface SectionThemes {
  organization_id: Generated<string>;
  section_id: string;
  theme_id: string;
  order_id: number;
}

export interface SendingDays {
  organization_id: Generated<string>;
  day: string;
  taken: Generated<number>;
  next_slot_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
}

export interface Sessions {
  token_hash: Buffer;
  organization_id: string;
  employee_id: string;
  acting_organization_id: string;
  two_factor_due: Generated<boolean>;
  user_agent: Generated<string>;
  address: string | null;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  seen_at: ColumnType<string, Date | string | undefined, Date | string>;
  expires_at: ColumnType<string, Date | string, Date | string>;
  enrolment_due: Generated<boolean>;
  opened_by: Generated<'password' | 'directory' | 'provider'>;
  id: Generated<string>;
}

export interface Slides {
  id: Generated<string>;
  organization_id: Generated<string>;
  module_id: string;
  order_id: number;
  layout: Generated<'text' | 'image-right' | 'image-top' | 'image-full'>;
  title: Generated<string>;
  doc: JsonFilled;
  image_file_id: string | null;
  image_alt: Generated<string>;
  audio_file_id: string | null;
  transcript: Generated<string>;
  version: Generated<number>;
}

export interface SsoAssertions {
  organization_id: Generated<string>;
  id: string;
  expires_at: ColumnType<string, Date | string, Date | string>;
}

export interface SsoIdentities {
  organization_id: Generated<string>;
  employee_id: string;
  provider_hash: Buffer;
  subject_hash: Buffer | null;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface SsoRequests {
  id: string;
  organization_id: Generated<string>;
  binding_hash: Buffer;
  nonce: string | null;
  code_verifier: string | null;
  expires_at: ColumnType<string, Date | string, Date | string>;
  answered_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  ticket_hash: Buffer | null;
  ticket_expires_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  employee_id: string | null;
}

export interface SsoSettings {
  organization_id: Generated<string>;
  protocol: Generated<'saml' | 'oidc'>;
  enabled: Generated<boolean>;
  forced: Generated<boolean>;
  break_glass_id: string | null;
  create_accounts: Generated<boolean>;
  idp_entity_id: Generated<string>;
  idp_sso_url: Generated<string>;
  idp_certificates: Generated<string[]>;
  issuer: Generated<string>;
  client_id: Generated<string>;
  client_secret_sealed: Buffer | null;
  attributes: Json;
  group_roles: JsonFilled;
  certificate: string | null;
  key_sealed: Buffer | null;
  next_certificate: string | null;
  next_key_sealed: Buffer | null;
  ca: Generated<string>;
  last_success_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  version: Generated<number>;
}

export interface StarterReleases {
  kind: 'course' | 'template';
  slug: string;
  first_seen_at: ColumnType<string, Date | string, Date | string>;
}

export interface StepProgress {
  organization_id: Generated<string>;
  learner_id: string;
  step_id: string;
  slide: Generated<number>;
  reached: Generated<number>;
  started_at: ColumnType<string, Date | string | undefined, Date | string>;
  completed_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  best_score: number | null;
}

export interface SuspiciousEmails {
  id: Generated<string>;
  organization_id: Generated<string>;
  reporter_id: string | null;
  reporter_address: Generated<string>;
  sender: Generated<string>;
  subject: Generated<string>;
  message_id: Generated<string>;
  sent_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  reported_at: ColumnType<string, Date | string, Date | string>;
  headers: Generated<string>;
  links: Generated<string[]>;
  attachments: JsonFilled;
  size: number;
  unreadable: Generated<boolean>;
  forwarded_to: string | null;
  state: Generated<'new' | 'checked' | 'dangerous' | 'harmless'>;
  state_by: string | null;
  state_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  stage: Generated<'new' | 'in_work' | 'closed'>;
  verdict: 'dangerous' | 'spam' | 'harmless' | 'simulation' | null;
  taken_by: string | null;
  taken_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  judged_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  answered: 'dangerous' | 'spam' | 'harmless' | 'simulation' | null;
  answered_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  version: Generated<number>;
  sender_address: Generated<string>;
  subject_key: Generated<string>;
  hosts: Generated<string[]>;
  message_key: Generated<string>;
  body: Generated<'none' | 'kept' | 'too_large' | 'unreadable' | 'no_room' | 'deleted'>;
}

export interface TagActionCourses {
  organization_id: Generated<string>;
  action_id: string;
  course_id: string;
}

export interface TagActionEmails {
  organization_id: Generated<string>;
  action_id: string;
  email_id: string;
}

export interface TagActionRuns {
  id: GeneratedAlways<number>;
  organization_id: Generated<string>;
  tag_id: string | null;
  tag_title: Generated<string>;
  action_id: string;
  action_type: string;
  action_title: Generated<string>;
  employee_id: string;
  joined_at: ColumnType<string, Date | string, Date | string>;
  due_at: ColumnType<string, Date | string, Date | string>;
  state: 'done' | 'waiting' | 'skipped' | 'failed';
  reason: string | null;
  done_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  assignment_id: string | null;
  campaign_id: string | null;
  settled_course_ids: Generated<string[]>;
}

export interface TagActions {
  id: Generated<string>;
  organization_id: Generated<string>;
  tag_id: string;
  type: 'course' | 'letter' | 'phishing' | 'registration_link';
  theme: Generated<string>;
  text: Generated<string>;
  defer_by: Generated<number>;
  registration_link_days: number | null;
  registration_link_hour: number | null;
  period: number | null;
  since: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  created_by: string | null;
  version: Generated<number>;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface TagEmployees {
  organization_id: Generated<string>;
  tag_id: string;
  employee_id: string;
  joined_at: ColumnType<string, Date | string | undefined, Date | string>;
  onboarding: Generated<boolean>;
}

export interface Tags {
  id: Generated<string>;
  organization_id: Generated<string>;
  title: string;
  type: Generated<'newbie' | 'not_registered' | 'arbitrary' | 'risk_group'>;
  color: Generated<string>;
  is_active: Generated<boolean>;
  is_system: Generated<boolean>;
  life_days: Generated<number>;
  min_risk_level: Generated<number>;
  max_risk_level: Generated<number>;
  version: Generated<number>;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  search_text: GeneratedAlways<string>;
}

export interface Tasks {
  id: Generated<string>;
  organization_id: Generated<string>;
  created_by: string | null;
  kind: string;
  status: Generated<'in_process' | 'success' | 'error'>;
  stage: string | null;
  done: Generated<number>;
  total: number | null;
  message: string | null;
  detail: string | null;
  result: Json | null;
  cancellable: Generated<boolean>;
  cancel_requested: Generated<boolean>;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  beat_at: ColumnType<string, Date | string | undefined, Date | string>;
  put_back: Generated<number>;
  finished_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
}

export interface TemplateCategories {
  id: Generated<string>;
  organization_id: Generated<string>;
  slug: string;
  title: string;
  order_id: Generated<number>;
}

export interface TemplatePictures {
  organization_id: Generated<string>;
  template_id: string | null;
  redirect_page_id: string | null;
  file_id: string;
  name: string;
  width: number;
  height: number;
  bytes: number;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  checked_at: ColumnType<string, Date | string | undefined, Date | string>;
  unused_since: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
}

export interface Templates {
  id: Generated<string>;
  organization_id: Generated<string>;
  category_id: string;
  name: string;
  description: Generated<string>;
  difficulty: Generated<'easy' | 'medium' | 'hard'>;
  attack_vector: Generated<'form' | 'attachments'>;
  logo_file_id: string | null;
  starter_slug: string | null;
  archived: Generated<boolean>;
  version: Generated<number>;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  updated_at: ColumnType<string, Date | string | undefined, Date | string>;
  difficulty_set: Generated<boolean>;
  language: Generated<'ru' | 'en' | 'uz'>;
  search_text: GeneratedAlways<string>;
  starter_version: string | null;
  starter_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
  starter_texts: Json | null;
}

export interface ThemeSteps {
  id: Generated<string>;
  organization_id: Generated<string>;
  theme_id: string;
  order_id: number;
  kind: 'theory' | 'quiz' | 'scorm';
  module_id: string | null;
  scorm_package_id: string | null;
  score_policy: Generated<'highest' | 'last' | 'first' | 'average'>;
  pass_mark: Generated<number>;
  attempts_limit: number | null;
  shuffle: Generated<boolean>;
  draw_count: number | null;
  time_limit_minutes: number | null;
}

export interface Themes {
  id: Generated<string>;
  organization_id: Generated<string>;
  title: string;
  version: Generated<number>;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  updated_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface TrackingEvents {
  id: GeneratedAlways<number>;
  organization_id: Generated<string>;
  campaign_id: string;
  recipient_id: number;
  hit: Generated<string>;
  kind: 'opened' | 'clicked' | 'opened_attachment' | 'entered_data' | 'reported' | 'used_page';
  at: ColumnType<string, Date | string, Date | string>;
  address: string | null;
  user_agent: Generated<string>;
  os: string | null;
  browser: string | null;
  human: boolean;
  verdict: Generated<string>;
  fields: Generated<string[]>;
  overruled_by: string | null;
  overruled_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
}

export interface TwoFactorCodes {
  session_hash: Buffer;
  organization_id: string;
  code_hash: Buffer;
  tries: Generated<number>;
  created_at: ColumnType<string, Date | string | undefined, Date | string>;
  expires_at: ColumnType<string, Date | string, Date | string>;
}

export interface WorkerHeartbeats {
  worker_id: string;
  beat_at: ColumnType<string, Date | string | undefined, Date | string>;
}

export interface DB {
  api_tokens: ApiTokens;
  assignments: Assignments;
  attachment_files: AttachmentFiles;
  audit_chains: AuditChains;
  audit_log: AuditLog;
  audit_pending: AuditPending;
  audit_seals: AuditSeals;
  authenticator_policies: AuthenticatorPolicies;
  authenticators: Authenticators;
  automation_schedules: AutomationSchedules;
  backup_codes: BackupCodes;
  bulk_works: BulkWorks;
  campaign_approvals: CampaignApprovals;
  campaign_drafts: CampaignDrafts;
  campaign_email_translations: CampaignEmailTranslations;
  campaign_emails: CampaignEmails;
  campaign_files: CampaignFiles;
  campaign_reactions: CampaignReactions;
  campaign_recipients: CampaignRecipients;
  campaign_tallies: CampaignTallies;
  campaigns: Campaigns;
  certificate_rules: CertificateRules;
  certificates: Certificates;
  consent_texts: ConsentTexts;
  course_effect_people: CourseEffectPeople;
  course_effects: CourseEffects;
  course_reminders: CourseReminders;
  course_sections: CourseSections;
  course_version_files: CourseVersionFiles;
  course_version_packages: CourseVersionPackages;
  course_versions: CourseVersions;
  courses: Courses;
  department_email_stamps: DepartmentEmailStamps;
  department_emails: DepartmentEmails;
  departments: Departments;
  directories: Directories;
  directory_links: DirectoryLinks;
  emails: Emails;
  employee_import_rows: EmployeeImportRows;
  employee_imports: EmployeeImports;
  employees: Employees;
  feature_settings: FeatureSettings;
  files: Files;
  first_start: FirstStart;
  idempotency_keys: IdempotencyKeys;
  installation: Installation;
  invite_reminder_settings: InviteReminderSettings;
  invite_reminders: InviteReminders;
  known_places: KnownPlaces;
  landing_pages: LandingPages;
  learners: Learners;
  learning_settings: LearningSettings;
  link_tokens: LinkTokens;
  mail_reports: MailReports;
  mail_settings: MailSettings;
  mailbox_emails: MailboxEmails;
  module_files: ModuleFiles;
  modules: Modules;
  notification_choices: NotificationChoices;
  notification_reads: NotificationReads;
  notification_settings: NotificationSettings;
  notifications: Notifications;
  organization_domains: OrganizationDomains;
  organizations: Organizations;
  outbox: Outbox;
  people_tallies: PeopleTallies;
  preview_drafts: PreviewDrafts;
  questions: Questions;
  quiz_answers: QuizAnswers;
  quiz_attempts: QuizAttempts;
  rate_windows: RateWindows;
  recent_things: RecentThings;
  redirect_pages: RedirectPages;
  report_answers: ReportAnswers;
  report_deliveries: ReportDeliveries;
  report_delivery_recipients: ReportDeliveryRecipients;
  report_mailboxes: ReportMailboxes;
  report_recipients: ReportRecipients;
  report_schedules: ReportSchedules;
  reported_messages: ReportedMessages;
  reports: Reports;
  retention_settings: RetentionSettings;
  risk_points: RiskPoints;
  schema_migrations: SchemaMigrations;
  scim_groups: ScimGroups;
  scim_settings: ScimSettings;
  scim_tags: ScimTags;
  scim_users: ScimUsers;
  scorm_commits: ScormCommits;
  scorm_imports: ScormImports;
  scorm_interactions: ScormInteractions;
  scorm_package_files: ScormPackageFiles;
  scorm_packages: ScormPackages;
  scorm_registrations: ScormRegistrations;
  scorm_scos: ScormScos;
  scorm_sessions: ScormSessions;
  section_themes: SectionThemes;
  sending_days: SendingDays;
  sessions: Sessions;
  slides: Slides;
  sso_assertions: SsoAssertions;
  sso_identities: SsoIdentities;
  sso_requests: SsoRequests;
  sso_settings: SsoSettings;
  starter_releases: StarterReleases;
  step_progress: StepProgress;
  suspicious_emails: SuspiciousEmails;
  tag_action_courses: TagActionCourses;
  tag_action_emails: TagActionEmails;
  tag_action_runs: TagActionRuns;
  tag_actions: TagActions;
  tag_employees: TagEmployees;
  tags: Tags;
  tasks: Tasks;
  template_categories: TemplateCategories;
  template_pictures: TemplatePictures;
  templates: Templates;
  theme_steps: ThemeSteps;
  themes: Themes;
  tracking_events: TrackingEvents;
  two_factor_codes: TwoFactorCodes;
  worker_heartbeats: WorkerHeartbeats;
}
