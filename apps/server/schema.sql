-- The migrated database, made by `npm run schema` for reading and review. Do not edit; add a migration.

-- columns
api_tokens.id uuid not null default gen_random_uuid()
api_tokens.organization_id uuid not null default (current_setting('app.org'::text))::uuid
api_tokens.kind text not null
api_tokens.title text not null
api_tokens.token_hash bytea not null
api_tokens.hint text not null
api_tokens.created_by uuid not null
api_tokens.created_by_name text not null
api_tokens.created_at timestamp with time zone not null default now()
api_tokens.last_used_at timestamp with time zone
api_tokens.revoked_at timestamp with time zone
assignments.id uuid not null default gen_random_uuid()
assignments.organization_id uuid not null default (current_setting('app.org'::text))::uuid
assignments.course_id uuid not null
assignments.course_version_id uuid not null
assignments.title text not null
assignments.status text not null default 'active'::text
assignments.source text not null default 'manual'::text
assignments.campaign_id uuid
assignments.start_date date not null
assignments.deadline date not null
assignments.created_by uuid
assignments.version integer not null default 1
assignments.created_at timestamp with time zone not null default now()
assignments.completed_at timestamp with time zone
assignments.tag_action_id uuid
audit_chains.organization_id uuid not null default (current_setting('app.org'::text))::uuid
audit_chains.last_number bigint not null default 0
audit_chains.head bytea not null
audit_chains.checkpoint_number bigint not null default 0
audit_chains.checkpoint bytea not null
audit_chains.checkpoint_at timestamp with time zone
audit_log.id bigint not null
audit_log.organization_id uuid not null default (current_setting('app.org'::text))::uuid
audit_log.actor_id uuid
audit_log.actor_name text not null default ''::text
audit_log.action text not null
audit_log.target text
audit_log.changes jsonb
audit_log.address inet
audit_log.created_at timestamp with time zone not null default now()
audit_pending.organization_id uuid not null default (current_setting('app.org'::text))::uuid
audit_pending.log_id bigint not null
audit_seals.organization_id uuid not null default (current_setting('app.org'::text))::uuid
audit_seals.number bigint not null
audit_seals.log_id bigint not null
audit_seals.hash bytea not null
audit_seals.sealed_at timestamp with time zone not null default now()
automation_schedules.organization_id uuid not null default (current_setting('app.org'::text))::uuid
automation_schedules.hour integer not null default 10
automation_schedules.run_at timestamp with time zone
bulk_works.event_id uuid not null
bulk_works.organization_id uuid not null default (current_setting('app.org'::text))::uuid
bulk_works.kind text not null
bulk_works.people uuid[] not null
bulk_works.position integer not null default 0
bulk_works.seats integer not null default 0
bulk_works.tally jsonb not null
bulk_works.detail jsonb not null
bulk_works.target text
bulk_works.actor_id uuid not null
bulk_works.actor_name text not null
bulk_works.actor_role text not null
bulk_works.created_at timestamp with time zone not null default now()
bulk_works.done uuid[] not null default '{}'::uuid[]
campaign_approvals.organization_id uuid not null default (current_setting('app.org'::text))::uuid
campaign_approvals.campaign_id uuid not null
campaign_approvals.asked_by uuid
campaign_approvals.asked_name text not null default ''::text
campaign_approvals.asked_at timestamp with time zone not null
campaign_approvals.recipients integer not null
campaign_approvals.above integer not null
campaign_approvals.decided_by uuid
campaign_approvals.decided_name text not null default ''::text
campaign_approvals.decided_at timestamp with time zone
campaign_approvals.note text not null default ''::text
campaign_emails.organization_id uuid not null default (current_setting('app.org'::text))::uuid
campaign_emails.campaign_id uuid not null
campaign_emails.email_id uuid not null
campaign_emails.template_id uuid not null
campaign_emails.name text not null
campaign_emails.template_name text not null
campaign_emails.attack_vector text not null
campaign_emails.subject text not null
campaign_emails.sender_name text not null
campaign_emails.sender_address text not null
campaign_emails.html text not null
campaign_emails.page_html text
campaign_emails.attachment jsonb
campaign_emails.tips jsonb not null default '[]'::jsonb
campaign_emails.logo_file_id uuid
campaign_emails.language text not null default 'ru'::text
campaign_reactions.organization_id uuid not null default (current_setting('app.org'::text))::uuid
campaign_reactions.campaign_id uuid not null
campaign_reactions.employee_id uuid not null
campaign_reactions.kind text not null
campaign_reactions.made_at timestamp with time zone not null default now()
campaign_recipients.id bigint not null
campaign_recipients.organization_id uuid not null default (current_setting('app.org'::text))::uuid
campaign_recipients.campaign_id uuid not null
campaign_recipients.email_id uuid not null
campaign_recipients.employee_id uuid not null
campaign_recipients.department_id uuid
campaign_recipients.tracking_key text not null
campaign_recipients.message_id text not null
campaign_recipients.address text not null
campaign_recipients.last_name text not null default ''::text
campaign_recipients.first_name text not null default ''::text
campaign_recipients.middle_name text not null default ''::text
campaign_recipients.position text not null default ''::text
campaign_recipients.department text not null default ''::text
campaign_recipients.send_at timestamp with time zone not null
campaign_recipients.state text not null default 'queued'::text
campaign_recipients.attempts integer not null default 0
campaign_recipients.lease_until timestamp with time zone
campaign_recipients.lease_owner text
campaign_recipients.reply text
campaign_recipients.sent_at timestamp with time zone
campaign_recipients.result smallint not null default 0
campaign_recipients.opened_at timestamp with time zone
campaign_recipients.clicked_at timestamp with time zone
campaign_recipients.attachment_opened_at timestamp with time zone
campaign_recipients.entered_at timestamp with time zone
campaign_recipients.reported_at timestamp with time zone
campaign_recipients.os text
campaign_tallies.organization_id uuid not null default (current_setting('app.org'::text))::uuid
campaign_tallies.campaign_id uuid not null
campaign_tallies.id bigint not null
campaign_tallies.email_id uuid not null
campaign_tallies.state text not null
campaign_tallies.result smallint not null
campaign_tallies.clicked boolean not null
campaign_tallies.opened_attachment boolean not null
campaign_tallies.reported boolean not null
campaign_tallies.emails integer not null
campaign_tallies.delivered_on date
campaigns.id uuid not null default gen_random_uuid()
campaigns.organization_id uuid not null default (current_setting('app.org'::text))::uuid
campaigns.name text not null
campaigns.status text not null default 'creating'::text
campaigns.is_testing boolean not null default false
campaigns.is_autophish boolean not null default false
campaigns.tag_id uuid
campaigns.settings jsonb not null
campaigns.event_id uuid
campaigns.created_by uuid
campaigns.start_at timestamp with time zone not null
campaigns.spread boolean not null default false
campaigns.send_until timestamp with time zone
campaigns.end_at timestamp with time zone not null
campaigns.redirect_page_id uuid
campaigns.course_id uuid
campaigns.failure text
campaigns.version integer not null default 1
campaigns.created_at timestamp with time zone not null default now()
campaigns.launched_at timestamp with time zone
campaigns.completed_at timestamp with time zone
campaigns.tag_action_id uuid
campaigns.tag_month date
campaigns.approval text
campaigns.edited_by uuid
campaigns.redirect_html text
consent_texts.organization_id uuid not null default (current_setting('app.org'::text))::uuid
consent_texts.version integer not null
consent_texts.texts jsonb
consent_texts.created_by uuid not null
consent_texts.created_by_name text not null
consent_texts.created_at timestamp with time zone not null default now()
course_sections.id uuid not null default gen_random_uuid()
course_sections.organization_id uuid not null default (current_setting('app.org'::text))::uuid
course_sections.course_id uuid not null
course_sections.title text not null
course_sections.order_id integer not null
course_versions.id uuid not null default gen_random_uuid()
course_versions.organization_id uuid not null default (current_setting('app.org'::text))::uuid
course_versions.course_id uuid not null
course_versions.number integer not null
course_versions.content jsonb not null
course_versions.steps_total integer not null
course_versions.published_at timestamp with time zone not null default now()
courses.id uuid not null default gen_random_uuid()
courses.organization_id uuid not null default (current_setting('app.org'::text))::uuid
courses.title text not null
courses.description text not null default ''::text
courses.language text not null default 'ru'::text
courses.minutes integer not null default 10
courses.image_file_id uuid
courses.archived boolean not null default false
courses.starter_slug text
courses.published_version integer not null default 0
courses.version integer not null default 1
courses.created_at timestamp with time zone not null default now()
courses.updated_at timestamp with time zone not null default now()
departments.id uuid not null default gen_random_uuid()
departments.organization_id uuid not null default (current_setting('app.org'::text))::uuid
departments.parent_id uuid
departments.title text not null
departments.is_default boolean not null default false
departments.version integer not null default 1
departments.created_at timestamp with time zone not null default now()
emails.id uuid not null default gen_random_uuid()
emails.organization_id uuid not null default (current_setting('app.org'::text))::uuid
emails.template_id uuid not null
emails.page_id uuid
emails.name text not null
emails.language text not null default 'ru'::text
emails.subject text not null
emails.sender_name text not null
emails.sender_address text not null
emails.html text not null
emails.attachment jsonb
emails.tips jsonb not null default '[]'::jsonb
emails.version integer not null default 1
emails.created_at timestamp with time zone not null default now()
emails.deleted_at timestamp with time zone
employee_import_rows.organization_id uuid not null default (current_setting('app.org'::text))::uuid
employee_import_rows.import_id uuid not null
employee_import_rows.line integer not null
employee_import_rows.verdict text not null
employee_import_rows.reasons text[] not null default '{}'::text[]
employee_import_rows.employee_id uuid
employee_import_rows.email text not null default ''::text
employee_import_rows.last_name text not null default ''::text
employee_import_rows.first_name text not null default ''::text
employee_import_rows.middle_name text not null default ''::text
employee_import_rows.position text not null default ''::text
employee_import_rows.department text not null default ''::text
employee_import_rows.role text not null default 'employee'::text
employee_import_rows.raw text[] not null default '{}'::text[]
employee_imports.id uuid not null default gen_random_uuid()
employee_imports.organization_id uuid not null default (current_setting('app.org'::text))::uuid
employee_imports.created_by uuid not null
employee_imports.event_id uuid not null
employee_imports.file_name text not null
employee_imports.file_id uuid
employee_imports.refused_file_id uuid
employee_imports.status text not null default 'reading'::text
employee_imports.columns jsonb
employee_imports.summary jsonb
employee_imports.created_at timestamp with time zone not null default now()
employee_imports.finished_at timestamp with time zone
employee_imports.apply_event_id uuid
employee_imports.confirmed jsonb
employee_imports.result jsonb
employees.id uuid not null default gen_random_uuid()
employees.organization_id uuid not null default (current_setting('app.org'::text))::uuid
employees.department_id uuid not null
employees.email text not null
employees.email_key text not null generated lower(email)
employees.last_name text not null default ''::text
employees.first_name text not null default ''::text
employees.middle_name text not null default ''::text
employees.full_name text not null generated 
CASE
    WHEN ((last_name = ''::text) AND (first_name = ''::text)) THEN email
    ELSE btrim(((((last_name || ' '::text) || first_name) || ' '::text) || middle_name))
END
employees.search_text text not null generated lower(((((((((last_name || ' '::text) || first_name) || ' '::text) || middle_name) || ' '::text) || email) || ' '::text) || "position"))
employees.position text not null default ''::text
employees.role text not null default 'employee'::text
employees.language text
employees.is_registered boolean not null default false
employees.registered_at timestamp with time zone
employees.invited_at timestamp with time zone
employees.password_hash text
employees.consented_at timestamp with time zone
employees.avatar_file_id uuid
employees.note text not null default ''::text
employees.risk_level numeric(4,2)
employees.phishing_indicator numeric(5,2)
employees.learning_progress numeric(5,2)
employees.risk_computed_at timestamp with time zone
employees.version integer not null default 1
employees.created_at timestamp with time zone not null default now()
employees.deleted_at timestamp with time zone
employees.deleted_by uuid
employees.consented_version integer not null default 0
employees.wiped_at timestamp with time zone
employees.deleted_import uuid
employees.email_events smallint not null default 0
employees.emails_sent integer not null default 0
employees.emails_dangerous integer not null default 0
employees.risk_step smallint generated (floor(risk_level))::smallint
employees.course_states smallint not null default 0
employees.behind_from date not null default 'infinity'::date
employees.former_role text
employees.role_lowered_at timestamp with time zone
employees.made_by uuid[] not null default '{}'::uuid[]
files.id uuid not null default gen_random_uuid()
files.organization_id uuid not null default (current_setting('app.org'::text))::uuid
files.name text not null
files.content_type text not null
files.size bigint not null
files.storage_key text not null
files.visibility text not null default 'organization'::text
files.created_by uuid
files.created_at timestamp with time zone not null default now()
files.permission text
first_start.only_row boolean not null default true
first_start.super_user uuid
first_start.sealed_password bytea
first_start.demo_unfinished boolean not null default false
idempotency_keys.organization_id uuid not null default (current_setting('app.org'::text))::uuid
idempotency_keys.actor_id uuid not null
idempotency_keys.endpoint text not null
idempotency_keys.key text not null
idempotency_keys.request_hash text not null
idempotency_keys.answer jsonb
idempotency_keys.created_at timestamp with time zone not null default now()
installation.only_row boolean not null default true
installation.written_by bigint not null
installation.secret_mark text
invite_reminder_settings.organization_id uuid not null default (current_setting('app.org'::text))::uuid
invite_reminder_settings.active boolean not null default false
invite_reminder_settings.every_days integer not null default 3
invite_reminder_settings.most_times integer not null default 3
invite_reminder_settings.hour integer not null default 10
invite_reminder_settings.updated_at timestamp with time zone not null default now()
invite_reminders.organization_id uuid not null default (current_setting('app.org'::text))::uuid
invite_reminders.employee_id uuid not null
invite_reminders.due_day date not null
invite_reminders.sent_at timestamp with time zone not null default now()
known_places.place bytea not null
known_places.seen_at timestamp with time zone not null default now()
landing_pages.id uuid not null default gen_random_uuid()
landing_pages.organization_id uuid not null default (current_setting('app.org'::text))::uuid
landing_pages.template_id uuid not null
landing_pages.name text not null
landing_pages.language text not null default 'ru'::text
landing_pages.html text not null
landing_pages.version integer not null default 1
learners.id uuid not null default gen_random_uuid()
learners.organization_id uuid not null default (current_setting('app.org'::text))::uuid
learners.assignment_id uuid not null
learners.employee_id uuid not null
learners.assigned_at timestamp with time zone not null default now()
learners.start_date date not null
learners.deadline date not null
learners.completed_steps integer not null default 0
learners.steps_total integer not null
learners.progress numeric(5,2) not null default 0
learners.position jsonb
learners.started_at timestamp with time zone
learners.completed_at timestamp with time zone
learners.email_due text
learners.behind_from date generated 
CASE
    WHEN (completed_at IS NULL) THEN LEAST((deadline + 1), (start_date + (ceil((((((200)::numeric * progress) + (1)::numeric) * (((deadline - start_date) + 1))::numeric) / (20000)::numeric)))::integer))
    ELSE NULL::date
END
link_tokens.token_hash bytea not null
link_tokens.organization_id uuid not null
link_tokens.employee_id uuid not null
link_tokens.purpose text not null
link_tokens.created_at timestamp with time zone not null default now()
link_tokens.expires_at timestamp with time zone not null
link_tokens.used_at timestamp with time zone
link_tokens.new_email text
mail_settings.organization_id uuid not null default (current_setting('app.org'::text))::uuid
mail_settings.host text not null
mail_settings.port integer not null
mail_settings.security text not null
mail_settings.username text not null default ''::text
mail_settings.password_sealed bytea
mail_settings.sender_name text not null
mail_settings.sender_address text not null
mail_settings.connections integer not null default 4
mail_settings.verified_at timestamp with time zone
mail_settings.version integer not null default 1
mail_settings.updated_at timestamp with time zone not null default now()
mailbox_emails.id bigint not null
mailbox_emails.organization_id uuid not null default (current_setting('app.org'::text))::uuid
mailbox_emails.message_id text not null default ''::text
mailbox_emails.sender text not null
mailbox_emails.recipient text not null
mailbox_emails.subject text not null
mailbox_emails.raw bytea not null
mailbox_emails.received_at timestamp with time zone not null default now()
mailbox_emails.simulated boolean not null default false
mailbox_emails.employee_id uuid
modules.id uuid not null default gen_random_uuid()
modules.organization_id uuid not null default (current_setting('app.org'::text))::uuid
modules.title text not null
modules.version integer not null default 1
modules.created_at timestamp with time zone not null default now()
organization_domains.organization_id uuid not null default (current_setting('app.org'::text))::uuid
organization_domains.domain text not null
organization_domains.proof text not null
organization_domains.confirmed_at timestamp with time zone
organization_domains.created_at timestamp with time zone not null default now()
organization_domains.checked_at timestamp with time zone
organization_domains.failing_since timestamp with time zone
organizations.id uuid not null default gen_random_uuid()
organizations.parent_id uuid
organizations.path uuid[] not null
organizations.title text not null
organizations.description text not null default ''::text
organizations.language text not null default 'ru'::text
organizations.time_zone text not null default 'Asia/Tashkent'::text
organizations.brand_color text not null default '#3dbc87'::text
organizations.logo_light_file_id uuid
organizations.logo_dark_file_id uuid
organizations.work_from integer not null default 540
organizations.work_to integer not null default 1080
organizations.work_days integer[] not null default '{1,2,3,4,5}'::integer[]
organizations.holidays date[] not null default '{}'::date[]
organizations.two_factor boolean not null default false
organizations.consent_required boolean not null default true
organizations.reveal_unknown_email boolean not null default false
organizations.autophish boolean not null default false
organizations.sending_paused boolean not null default false
organizations.daily_cap integer not null default 100000
organizations.users_limit integer not null default 100
organizations.licence_start date not null default CURRENT_DATE
organizations.licence_end date not null default (CURRENT_DATE + 365)
organizations.header_key bytea not null
organizations.is_demo boolean not null default false
organizations.version integer not null default 1
organizations.created_at timestamp with time zone not null default now()
organizations.removal_started_at timestamp with time zone
organizations.starter_due boolean not null default false
organizations.person_weekly_cap integer not null default 2
organizations.person_gap_hours integer not null default 24
organizations.approval_above integer
organizations.own_networks cidr[] not null default '{}'::cidr[]
outbox.id uuid not null default gen_random_uuid()
outbox.organization_id uuid not null default (current_setting('app.org'::text))::uuid
outbox.employee_id uuid
outbox.kind text not null
outbox.recipient text not null
outbox.subject text not null
outbox.html text not null
outbox.text text not null
outbox.message_id text not null
outbox.state text not null default 'queued'::text
outbox.attempts integer not null default 0
outbox.reply text
outbox.created_at timestamp with time zone not null default now()
outbox.sent_at timestamp with time zone
outbox.message bytea
outbox.opens_account boolean not null default false
preview_drafts.organization_id uuid not null default (current_setting('app.org'::text))::uuid
preview_drafts.employee_id uuid not null
preview_drafts.kind text not null
preview_drafts.html text not null
preview_drafts.updated_at timestamp with time zone not null default now()
questions.id uuid not null default gen_random_uuid()
questions.organization_id uuid not null default (current_setting('app.org'::text))::uuid
questions.module_id uuid not null
questions.order_id integer not null
questions.type text not null
questions.text text not null
questions.body jsonb not null
questions.explanation text not null default ''::text
quiz_answers.organization_id uuid not null default (current_setting('app.org'::text))::uuid
quiz_answers.attempt_id uuid not null
quiz_answers.question_id uuid not null
quiz_answers.sequence integer not null
quiz_answers.answer jsonb not null
quiz_answers.correct boolean not null
quiz_answers.answered_at timestamp with time zone not null default now()
quiz_attempts.id uuid not null default gen_random_uuid()
quiz_attempts.organization_id uuid not null default (current_setting('app.org'::text))::uuid
quiz_attempts.learner_id uuid not null
quiz_attempts.step_id uuid not null
quiz_attempts.number integer not null
quiz_attempts.drawn jsonb not null
quiz_attempts.started_at timestamp with time zone not null default now()
quiz_attempts.ends_at timestamp with time zone
quiz_attempts.completed_at timestamp with time zone
quiz_attempts.score integer
quiz_attempts.passed boolean
rate_windows.bucket text not null
rate_windows.window_start timestamp with time zone not null
rate_windows.hits integer not null default 0
redirect_pages.id uuid not null default gen_random_uuid()
redirect_pages.organization_id uuid not null default (current_setting('app.org'::text))::uuid
redirect_pages.name text not null
redirect_pages.html text not null
redirect_pages.version integer not null default 1
redirect_pages.created_at timestamp with time zone not null default now()
reports.id uuid not null default gen_random_uuid()
reports.organization_id uuid not null default (current_setting('app.org'::text))::uuid
reports.category text not null
reports.format text not null
reports.title text not null
reports.params jsonb not null default '{}'::jsonb
reports.status text not null default 'in_progress'::text
reports.error text
reports.file_id uuid
reports.created_by uuid not null
reports.created_at timestamp with time zone not null default now()
reports.finished_at timestamp with time zone
reports.expires_at timestamp with time zone not null default (now() + '30 days'::interval)
risk_points.organization_id uuid not null default (current_setting('app.org'::text))::uuid
risk_points.day date not null
risk_points.scope text not null
risk_points.subject_id uuid not null
risk_points.risk_level numeric(4,2)
risk_points.phishing_indicator numeric(5,2)
risk_points.learning_progress numeric(5,2)
risk_points.people integer not null default 1
schema_migrations.name text not null
schema_migrations.hash text not null
schema_migrations.applied_at timestamp with time zone not null default now()
scim_groups.department_id uuid not null
scim_groups.organization_id uuid not null default (current_setting('app.org'::text))::uuid
scim_groups.display_name text not null
scim_groups.external_id text
scim_groups.created_at timestamp with time zone not null default now()
scim_groups.updated_at timestamp with time zone not null default now()
scim_users.employee_id uuid not null
scim_users.organization_id uuid not null default (current_setting('app.org'::text))::uuid
scim_users.user_name text not null
scim_users.user_name_key text not null generated lower(user_name)
scim_users.external_id text
scim_users.created_at timestamp with time zone not null default now()
scim_users.updated_at timestamp with time zone not null default now()
scim_users.removed_at timestamp with time zone
section_themes.organization_id uuid not null default (current_setting('app.org'::text))::uuid
section_themes.section_id uuid not null
section_themes.theme_id uuid not null
section_themes.order_id integer not null
sending_days.organization_id uuid not null default (current_setting('app.org'::text))::uuid
sending_days.day date not null
sending_days.taken integer not null default 0
sessions.token_hash bytea not null
sessions.organization_id uuid not null
sessions.employee_id uuid not null
sessions.acting_organization_id uuid not null
sessions.two_factor_due boolean not null default false
sessions.user_agent text not null default ''::text
sessions.address inet
sessions.created_at timestamp with time zone not null default now()
sessions.seen_at timestamp with time zone not null default now()
sessions.expires_at timestamp with time zone not null
slides.id uuid not null default gen_random_uuid()
slides.organization_id uuid not null default (current_setting('app.org'::text))::uuid
slides.module_id uuid not null
slides.order_id integer not null
slides.layout text not null default 'text'::text
slides.title text not null default ''::text
slides.html text not null default ''::text
slides.image_file_id uuid
slides.image_alt text not null default ''::text
slides.audio_file_id uuid
step_progress.organization_id uuid not null default (current_setting('app.org'::text))::uuid
step_progress.learner_id uuid not null
step_progress.step_id uuid not null
step_progress.slide integer not null default 0
step_progress.started_at timestamp with time zone not null default now()
step_progress.completed_at timestamp with time zone
step_progress.best_score integer
tag_action_courses.organization_id uuid not null default (current_setting('app.org'::text))::uuid
tag_action_courses.action_id uuid not null
tag_action_courses.course_id uuid not null
tag_action_emails.organization_id uuid not null default (current_setting('app.org'::text))::uuid
tag_action_emails.action_id uuid not null
tag_action_emails.email_id uuid not null
tag_action_runs.id bigint not null
tag_action_runs.organization_id uuid not null default (current_setting('app.org'::text))::uuid
tag_action_runs.tag_id uuid
tag_action_runs.action_id uuid not null
tag_action_runs.action_type text not null
tag_action_runs.action_title text not null default ''::text
tag_action_runs.employee_id uuid not null
tag_action_runs.joined_at timestamp with time zone not null
tag_action_runs.due_at timestamp with time zone not null
tag_action_runs.state text not null
tag_action_runs.reason text
tag_action_runs.done_at timestamp with time zone
tag_action_runs.assignment_id uuid
tag_action_runs.campaign_id uuid
tag_action_runs.settled_course_ids uuid[] not null default '{}'::uuid[]
tag_action_runs.tag_title text not null default ''::text
tag_actions.id uuid not null default gen_random_uuid()
tag_actions.organization_id uuid not null default (current_setting('app.org'::text))::uuid
tag_actions.tag_id uuid not null
tag_actions.type text not null
tag_actions.theme text not null default ''::text
tag_actions.text text not null default ''::text
tag_actions.defer_by integer not null default 0
tag_actions.registration_link_days integer
tag_actions.registration_link_hour integer
tag_actions.period integer
tag_actions.since timestamp with time zone
tag_actions.created_by uuid
tag_actions.version integer not null default 1
tag_actions.created_at timestamp with time zone not null default now()
tag_employees.organization_id uuid not null default (current_setting('app.org'::text))::uuid
tag_employees.tag_id uuid not null
tag_employees.employee_id uuid not null
tag_employees.joined_at timestamp with time zone not null default now()
tag_employees.onboarding boolean not null default true
tags.id uuid not null default gen_random_uuid()
tags.organization_id uuid not null default (current_setting('app.org'::text))::uuid
tags.title text not null
tags.type text not null default 'arbitrary'::text
tags.color text not null default '#A259FF'::text
tags.is_active boolean not null default true
tags.is_system boolean not null default false
tags.life_days integer not null default 0
tags.min_risk_level integer not null default 0
tags.max_risk_level integer not null default 10
tags.version integer not null default 1
tags.created_at timestamp with time zone not null default now()
task_events.id uuid not null default gen_random_uuid()
task_events.organization_id uuid not null default (current_setting('app.org'::text))::uuid
task_events.created_by uuid
task_events.kind text not null
task_events.status text not null default 'in_process'::text
task_events.stage text
task_events.done bigint not null default 0
task_events.total bigint
task_events.message text
task_events.detail text
task_events.result jsonb
task_events.cancellable boolean not null default false
task_events.cancel_requested boolean not null default false
task_events.created_at timestamp with time zone not null default now()
task_events.beat_at timestamp with time zone not null default now()
task_events.finished_at timestamp with time zone
task_events.put_back integer not null default 0
template_categories.id uuid not null default gen_random_uuid()
template_categories.organization_id uuid not null default (current_setting('app.org'::text))::uuid
template_categories.slug text not null
template_categories.title text not null
template_categories.order_id integer not null default 0
templates.id uuid not null default gen_random_uuid()
templates.organization_id uuid not null default (current_setting('app.org'::text))::uuid
templates.category_id uuid not null
templates.name text not null
templates.description text not null default ''::text
templates.difficulty text not null default 'medium'::text
templates.attack_vector text not null default 'form'::text
templates.logo_file_id uuid
templates.starter_slug text
templates.archived boolean not null default false
templates.version integer not null default 1
templates.created_at timestamp with time zone not null default now()
templates.updated_at timestamp with time zone not null default now()
theme_steps.id uuid not null default gen_random_uuid()
theme_steps.organization_id uuid not null default (current_setting('app.org'::text))::uuid
theme_steps.theme_id uuid not null
theme_steps.order_id integer not null
theme_steps.kind text not null
theme_steps.module_id uuid
theme_steps.pass_mark integer not null default 80
theme_steps.attempts_limit integer
theme_steps.shuffle boolean not null default false
theme_steps.draw_count integer
theme_steps.time_limit_minutes integer
themes.id uuid not null default gen_random_uuid()
themes.organization_id uuid not null default (current_setting('app.org'::text))::uuid
themes.title text not null
themes.version integer not null default 1
themes.created_at timestamp with time zone not null default now()
tracking_events.id bigint not null
tracking_events.organization_id uuid not null default (current_setting('app.org'::text))::uuid
tracking_events.campaign_id uuid not null
tracking_events.recipient_id bigint not null
tracking_events.kind text not null
tracking_events.at timestamp with time zone not null
tracking_events.address inet
tracking_events.user_agent text not null default ''::text
tracking_events.os text
tracking_events.browser text
tracking_events.human boolean not null
tracking_events.verdict text not null default ''::text
tracking_events.fields text[] not null default '{}'::text[]
tracking_events.overruled_by uuid
tracking_events.overruled_at timestamp with time zone
tracking_events.hit uuid not null default gen_random_uuid()
two_factor_codes.session_hash bytea not null
two_factor_codes.organization_id uuid not null
two_factor_codes.code_hash bytea not null
two_factor_codes.tries integer not null default 0
two_factor_codes.created_at timestamp with time zone not null default now()
two_factor_codes.expires_at timestamp with time zone not null
worker_heartbeats.worker_id text not null
worker_heartbeats.beat_at timestamp with time zone not null default now()

-- constraints
api_tokens: api_tokens_kind_check CHECK ((kind = ANY (ARRAY['statistics'::text, 'scim'::text])))
api_tokens: api_tokens_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
api_tokens: api_tokens_pkey PRIMARY KEY (id)
api_tokens: api_tokens_token_hash UNIQUE (token_hash)
assignments: assignments_check CHECK ((deadline >= start_date))
assignments: assignments_id_key UNIQUE (organization_id, id)
assignments: assignments_organization_id_course_id_fkey FOREIGN KEY (organization_id, course_id) REFERENCES courses(organization_id, id)
assignments: assignments_organization_id_course_version_id_fkey FOREIGN KEY (organization_id, course_version_id) REFERENCES course_versions(organization_id, id)
assignments: assignments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
assignments: assignments_pkey PRIMARY KEY (id)
assignments: assignments_source_check CHECK ((source = ANY (ARRAY['manual'::text, 'campaign'::text, 'tag'::text])))
assignments: assignments_status_check CHECK ((status = ANY (ARRAY['planned'::text, 'active'::text, 'completed'::text])))
audit_chains: audit_chains_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
audit_chains: audit_chains_pkey PRIMARY KEY (organization_id)
audit_log: audit_log_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
audit_log: audit_log_pkey PRIMARY KEY (id)
audit_pending: audit_pending_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
audit_pending: audit_pending_pkey PRIMARY KEY (organization_id, log_id)
audit_seals: audit_seals_log_id_key UNIQUE (organization_id, log_id)
audit_seals: audit_seals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
audit_seals: audit_seals_pkey PRIMARY KEY (organization_id, number)
automation_schedules: automation_schedules_hour_check CHECK (((hour >= 0) AND (hour <= 23)))
automation_schedules: automation_schedules_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
automation_schedules: automation_schedules_pkey PRIMARY KEY (organization_id)
bulk_works: bulk_works_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
bulk_works: bulk_works_pkey PRIMARY KEY (event_id)
bulk_works: bulk_works_task FOREIGN KEY (organization_id, event_id) REFERENCES task_events(organization_id, id) ON DELETE CASCADE
campaign_approvals: campaign_approvals_organization_id_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE
campaign_approvals: campaign_approvals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
campaign_approvals: campaign_approvals_pkey PRIMARY KEY (organization_id, campaign_id)
campaign_emails: campaign_emails_key UNIQUE (organization_id, campaign_id, email_id)
campaign_emails: campaign_emails_organization_id_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE
campaign_emails: campaign_emails_pkey PRIMARY KEY (campaign_id, email_id)
campaign_reactions: campaign_reactions_kind_check CHECK ((kind = ANY (ARRAY['course'::text, 'invitation'::text, 'message'::text])))
campaign_reactions: campaign_reactions_organization_id_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, id) ON DELETE CASCADE
campaign_reactions: campaign_reactions_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE
campaign_reactions: campaign_reactions_pkey PRIMARY KEY (campaign_id, employee_id, kind)
campaign_recipients: campaign_recipients_id_key UNIQUE (organization_id, id)
campaign_recipients: campaign_recipients_once UNIQUE (campaign_id, employee_id)
campaign_recipients: campaign_recipients_organization_id_campaign_id_email_id_fkey FOREIGN KEY (organization_id, campaign_id, email_id) REFERENCES campaign_emails(organization_id, campaign_id, email_id) ON DELETE CASCADE
campaign_recipients: campaign_recipients_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id)
campaign_recipients: campaign_recipients_pkey PRIMARY KEY (id)
campaign_recipients: campaign_recipients_result_check CHECK (((result >= 0) AND (result <= 4)))
campaign_recipients: campaign_recipients_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'claimed'::text, 'handing_over'::text, 'sent'::text, 'retry'::text, 'failed'::text, 'unknown'::text, 'cancelled'::text])))
campaign_recipients: campaign_recipients_tracking_key UNIQUE (tracking_key)
campaign_tallies: campaign_tallies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
campaign_tallies: campaign_tallies_pkey PRIMARY KEY (campaign_id, id)
campaigns: campaigns_active_approved CHECK (((status <> 'active'::text) OR (approval IS NULL) OR (approval = 'approved'::text)))
campaigns: campaigns_approval_check CHECK ((approval = ANY (ARRAY['waiting'::text, 'approved'::text, 'refused'::text])))
campaigns: campaigns_dates CHECK ((end_at > start_at))
campaigns: campaigns_id_key UNIQUE (organization_id, id)
campaigns: campaigns_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
campaigns: campaigns_organization_id_course_id_fkey FOREIGN KEY (organization_id, course_id) REFERENCES courses(organization_id, id)
campaigns: campaigns_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
campaigns: campaigns_organization_id_redirect_page_id_fkey FOREIGN KEY (organization_id, redirect_page_id) REFERENCES redirect_pages(organization_id, id)
campaigns: campaigns_pkey PRIMARY KEY (id)
campaigns: campaigns_status_check CHECK ((status = ANY (ARRAY['creating'::text, 'planned'::text, 'active'::text, 'completed'::text, 'failed'::text])))
consent_texts: consent_texts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
consent_texts: consent_texts_pkey PRIMARY KEY (organization_id, version)
consent_texts: consent_texts_version_check CHECK ((version > 0))
course_sections: course_sections_id_key UNIQUE (organization_id, id)
course_sections: course_sections_order UNIQUE (course_id, order_id) DEFERRABLE INITIALLY DEFERRED
course_sections: course_sections_organization_id_course_id_fkey FOREIGN KEY (organization_id, course_id) REFERENCES courses(organization_id, id) ON DELETE CASCADE
course_sections: course_sections_pkey PRIMARY KEY (id)
course_versions: course_versions_id_key UNIQUE (organization_id, id)
course_versions: course_versions_number UNIQUE (course_id, number)
course_versions: course_versions_organization_id_course_id_fkey FOREIGN KEY (organization_id, course_id) REFERENCES courses(organization_id, id) ON DELETE CASCADE
course_versions: course_versions_pkey PRIMARY KEY (id)
course_versions: course_versions_steps_total_check CHECK ((steps_total > 0))
courses: courses_id_key UNIQUE (organization_id, id)
courses: courses_image FOREIGN KEY (organization_id, image_file_id) REFERENCES files(organization_id, id)
courses: courses_language_check CHECK ((language = ANY (ARRAY['ru'::text, 'en'::text, 'uz'::text])))
courses: courses_minutes_check CHECK (((minutes >= 1) AND (minutes <= 1000)))
courses: courses_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
courses: courses_pkey PRIMARY KEY (id)
courses: courses_title_check CHECK (((length(title) >= 1) AND (length(title) <= 255)))
departments: departments_check CHECK ((parent_id IS DISTINCT FROM id))
departments: departments_id_key UNIQUE (organization_id, id)
departments: departments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
departments: departments_parent FOREIGN KEY (organization_id, parent_id) REFERENCES departments(organization_id, id)
departments: departments_pkey PRIMARY KEY (id)
emails: emails_id_key UNIQUE (organization_id, id)
emails: emails_language_check CHECK ((language = ANY (ARRAY['ru'::text, 'en'::text, 'uz'::text])))
emails: emails_organization_id_page_id_fkey FOREIGN KEY (organization_id, page_id) REFERENCES landing_pages(organization_id, id)
emails: emails_organization_id_template_id_fkey FOREIGN KEY (organization_id, template_id) REFERENCES templates(organization_id, id) ON DELETE CASCADE
emails: emails_pkey PRIMARY KEY (id)
employee_import_rows: employee_import_rows_organization_id_import_id_fkey FOREIGN KEY (organization_id, import_id) REFERENCES employee_imports(organization_id, id) ON DELETE CASCADE
employee_import_rows: employee_import_rows_pkey PRIMARY KEY (import_id, line)
employee_import_rows: employee_import_rows_verdict_check CHECK ((verdict = ANY (ARRAY['added'::text, 'returned'::text, 'changed'::text, 'unchanged'::text, 'refused'::text])))
employee_imports: employee_imports_id_key UNIQUE (organization_id, id)
employee_imports: employee_imports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
employee_imports: employee_imports_pkey PRIMARY KEY (id)
employee_imports: employee_imports_status_check CHECK ((status = ANY (ARRAY['reading'::text, 'ready'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'failed'::text])))
employees: employees_avatar FOREIGN KEY (organization_id, avatar_file_id) REFERENCES files(organization_id, id)
employees: employees_check CHECK (((emails_dangerous >= 0) AND (emails_dangerous <= emails_sent)))
employees: employees_course_states_check CHECK (((course_states >= 0) AND (course_states <= 7)))
employees: employees_department FOREIGN KEY (organization_id, department_id) REFERENCES departments(organization_id, id)
employees: employees_id_key UNIQUE (organization_id, id)
employees: employees_language_check CHECK ((language = ANY (ARRAY['ru'::text, 'en'::text, 'uz'::text])))
employees: employees_learning_progress_check CHECK (((learning_progress >= (0)::numeric) AND (learning_progress <= (100)::numeric)))
employees: employees_email_events_check CHECK (((email_events >= 0) AND (email_events <= 31)))
employees: employees_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
employees: employees_phishing_indicator_check CHECK (((phishing_indicator >= (0)::numeric) AND (phishing_indicator <= (100)::numeric)))
employees: employees_pkey PRIMARY KEY (id)
employees: employees_position_check CHECK ((length("position") <= 255))
employees: employees_risk_level_check CHECK (((risk_level >= (0)::numeric) AND (risk_level <= (10)::numeric)))
employees: employees_role_check CHECK ((role = ANY (ARRAY['employee'::text, 'content_manager'::text, 'operator'::text, 'system_admin'::text, 'super_user'::text, 'pdf_service'::text])))
files: files_id_key UNIQUE (organization_id, id)
files: files_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
files: files_pkey PRIMARY KEY (id)
files: files_storage_key UNIQUE (storage_key)
files: files_visibility_check CHECK ((visibility = ANY (ARRAY['organization'::text, 'admin'::text, 'owner'::text])))
first_start: first_start_only_row_check CHECK (only_row)
first_start: first_start_pkey PRIMARY KEY (only_row)
idempotency_keys: idempotency_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
idempotency_keys: idempotency_keys_pkey PRIMARY KEY (organization_id, actor_id, endpoint, key)
installation: installation_only_row_check CHECK (only_row)
installation: installation_pkey PRIMARY KEY (only_row)
invite_reminder_settings: invite_reminder_settings_every_days_check CHECK (((every_days >= 1) AND (every_days <= 30)))
invite_reminder_settings: invite_reminder_settings_hour_check CHECK (((hour >= 0) AND (hour <= 23)))
invite_reminder_settings: invite_reminder_settings_most_times_check CHECK (((most_times >= 1) AND (most_times <= 10)))
invite_reminder_settings: invite_reminder_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
invite_reminder_settings: invite_reminder_settings_pkey PRIMARY KEY (organization_id)
invite_reminders: invite_reminders_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE
invite_reminders: invite_reminders_pkey PRIMARY KEY (employee_id, due_day)
known_places: known_places_pkey PRIMARY KEY (place)
landing_pages: landing_pages_id_key UNIQUE (organization_id, id)
landing_pages: landing_pages_language_check CHECK ((language = ANY (ARRAY['ru'::text, 'en'::text, 'uz'::text])))
landing_pages: landing_pages_organization_id_template_id_fkey FOREIGN KEY (organization_id, template_id) REFERENCES templates(organization_id, id) ON DELETE CASCADE
landing_pages: landing_pages_pkey PRIMARY KEY (id)
learners: learners_id_key UNIQUE (organization_id, id)
learners: learners_email_due_check CHECK ((email_due = ANY (ARRAY['assigned'::text, 'reminder'::text])))
learners: learners_once UNIQUE (assignment_id, employee_id)
learners: learners_organization_id_assignment_id_fkey FOREIGN KEY (organization_id, assignment_id) REFERENCES assignments(organization_id, id) ON DELETE CASCADE
learners: learners_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE
learners: learners_pkey PRIMARY KEY (id)
learners: learners_steps_total_check CHECK ((steps_total > 0))
link_tokens: link_tokens_new_email CHECK (((purpose = 'address'::text) = (new_email IS NOT NULL)))
link_tokens: link_tokens_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE
link_tokens: link_tokens_pkey PRIMARY KEY (token_hash)
link_tokens: link_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['registration'::text, 'recovery'::text, 'address'::text])))
mail_settings: mail_settings_connections_check CHECK (((connections >= 1) AND (connections <= 20)))
mail_settings: mail_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
mail_settings: mail_settings_pkey PRIMARY KEY (organization_id)
mail_settings: mail_settings_port_check CHECK (((port >= 1) AND (port <= 65535)))
mail_settings: mail_settings_security_check CHECK ((security = ANY (ARRAY['none'::text, 'opportunistic'::text, 'starttls'::text, 'tls'::text])))
mailbox_emails: mailbox_emails_employee_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE SET NULL (employee_id)
mailbox_emails: mailbox_emails_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
mailbox_emails: mailbox_emails_pkey PRIMARY KEY (id)
modules: modules_id_key UNIQUE (organization_id, id)
modules: modules_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
modules: modules_pkey PRIMARY KEY (id)
organization_domains: organization_domains_domain_check CHECK ((domain = lower(domain)))
organization_domains: organization_domains_key PRIMARY KEY (organization_id, domain)
organization_domains: organization_domains_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
organizations: organizations_approval_above_check CHECK (((approval_above >= 1) AND (approval_above <= 1000000)))
organizations: organizations_brand_color_check CHECK ((brand_color ~ '^#[0-9a-fA-F]{6}$'::text))
organizations: organizations_check CHECK ((work_from < work_to))
organizations: organizations_check1 CHECK ((path[array_length(path, 1)] = id))
organizations: organizations_daily_cap_check CHECK ((daily_cap >= 0))
organizations: organizations_language_check CHECK ((language = ANY (ARRAY['ru'::text, 'en'::text, 'uz'::text])))
organizations: organizations_own_networks_check CHECK ((cardinality(own_networks) <= 100))
organizations: organizations_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES organizations(id)
organizations: organizations_person_gap_hours_check CHECK (((person_gap_hours >= 1) AND (person_gap_hours <= 168)))
organizations: organizations_person_weekly_cap_check CHECK (((person_weekly_cap >= 1) AND (person_weekly_cap <= 7)))
organizations: organizations_pkey PRIMARY KEY (id)
organizations: organizations_users_limit_check CHECK ((users_limit >= 0))
organizations: organizations_work_from_check CHECK (((work_from >= 0) AND (work_from <= 1439)))
organizations: organizations_work_to_check CHECK (((work_to >= 1) AND (work_to <= 1440)))
outbox: outbox_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
outbox: outbox_pkey PRIMARY KEY (id)
outbox: outbox_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])))
preview_drafts: preview_drafts_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'page'::text, 'redirect'::text])))
preview_drafts: preview_drafts_organization FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
preview_drafts: preview_drafts_pkey PRIMARY KEY (organization_id, employee_id, kind)
questions: questions_id_key UNIQUE (organization_id, id)
questions: questions_order UNIQUE (module_id, order_id) DEFERRABLE INITIALLY DEFERRED
questions: questions_organization_id_module_id_fkey FOREIGN KEY (organization_id, module_id) REFERENCES modules(organization_id, id) ON DELETE CASCADE
questions: questions_pkey PRIMARY KEY (id)
questions: questions_type_check CHECK ((type = ANY (ARRAY['single'::text, 'multiple'::text, 'ordering'::text, 'matching'::text, 'short'::text])))
quiz_answers: quiz_answers_organization_id_attempt_id_fkey FOREIGN KEY (organization_id, attempt_id) REFERENCES quiz_attempts(organization_id, id) ON DELETE CASCADE
quiz_answers: quiz_answers_pkey PRIMARY KEY (attempt_id, question_id)
quiz_attempts: quiz_attempts_id_key UNIQUE (organization_id, id)
quiz_attempts: quiz_attempts_number UNIQUE (learner_id, step_id, number)
quiz_attempts: quiz_attempts_organization_id_learner_id_fkey FOREIGN KEY (organization_id, learner_id) REFERENCES learners(organization_id, id) ON DELETE CASCADE
quiz_attempts: quiz_attempts_pkey PRIMARY KEY (id)
quiz_attempts: quiz_attempts_score_check CHECK (((score >= 0) AND (score <= 100)))
rate_windows: rate_windows_pkey PRIMARY KEY (bucket, window_start)
redirect_pages: redirect_pages_id_key UNIQUE (organization_id, id)
redirect_pages: redirect_pages_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
redirect_pages: redirect_pages_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
redirect_pages: redirect_pages_pkey PRIMARY KEY (id)
reports: reports_file FOREIGN KEY (organization_id, file_id) REFERENCES files(organization_id, id)
reports: reports_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'xlsx'::text])))
reports: reports_id_key UNIQUE (organization_id, id)
reports: reports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
reports: reports_pkey PRIMARY KEY (id)
reports: reports_status_check CHECK ((status = ANY (ARRAY['in_progress'::text, 'complete'::text, 'error'::text])))
risk_points: risk_points_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
risk_points: risk_points_pkey PRIMARY KEY (organization_id, scope, subject_id, day)
risk_points: risk_points_scope_check CHECK ((scope = ANY (ARRAY['organization'::text, 'department'::text, 'employee'::text])))
schema_migrations: schema_migrations_pkey PRIMARY KEY (name)
scim_groups: scim_groups_organization_id_department_id_fkey FOREIGN KEY (organization_id, department_id) REFERENCES departments(organization_id, id) ON DELETE CASCADE
scim_groups: scim_groups_pkey PRIMARY KEY (department_id)
scim_users: scim_users_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE
scim_users: scim_users_pkey PRIMARY KEY (employee_id)
section_themes: section_themes_order UNIQUE (section_id, order_id) DEFERRABLE INITIALLY DEFERRED
section_themes: section_themes_organization_id_section_id_fkey FOREIGN KEY (organization_id, section_id) REFERENCES course_sections(organization_id, id) ON DELETE CASCADE
section_themes: section_themes_organization_id_theme_id_fkey FOREIGN KEY (organization_id, theme_id) REFERENCES themes(organization_id, id)
section_themes: section_themes_pkey PRIMARY KEY (section_id, theme_id)
sending_days: sending_days_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
sending_days: sending_days_pkey PRIMARY KEY (organization_id, day)
sessions: sessions_acting_organization_id_fkey FOREIGN KEY (acting_organization_id) REFERENCES organizations(id) ON DELETE CASCADE
sessions: sessions_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE
sessions: sessions_pkey PRIMARY KEY (token_hash)
slides: slides_audio FOREIGN KEY (organization_id, audio_file_id) REFERENCES files(organization_id, id)
slides: slides_id_key UNIQUE (organization_id, id)
slides: slides_image FOREIGN KEY (organization_id, image_file_id) REFERENCES files(organization_id, id)
slides: slides_layout_check CHECK ((layout = ANY (ARRAY['text'::text, 'image-right'::text, 'image-top'::text, 'image-full'::text])))
slides: slides_order UNIQUE (module_id, order_id) DEFERRABLE INITIALLY DEFERRED
slides: slides_organization_id_module_id_fkey FOREIGN KEY (organization_id, module_id) REFERENCES modules(organization_id, id) ON DELETE CASCADE
slides: slides_pkey PRIMARY KEY (id)
step_progress: step_progress_best_score_check CHECK (((best_score >= 0) AND (best_score <= 100)))
step_progress: step_progress_organization_id_learner_id_fkey FOREIGN KEY (organization_id, learner_id) REFERENCES learners(organization_id, id) ON DELETE CASCADE
step_progress: step_progress_pkey PRIMARY KEY (learner_id, step_id)
tag_action_courses: tag_action_courses_organization_id_action_id_fkey FOREIGN KEY (organization_id, action_id) REFERENCES tag_actions(organization_id, id) ON DELETE CASCADE
tag_action_courses: tag_action_courses_organization_id_course_id_fkey FOREIGN KEY (organization_id, course_id) REFERENCES courses(organization_id, id) ON DELETE CASCADE
tag_action_courses: tag_action_courses_pkey PRIMARY KEY (action_id, course_id)
tag_action_emails: tag_action_emails_organization_id_action_id_fkey FOREIGN KEY (organization_id, action_id) REFERENCES tag_actions(organization_id, id) ON DELETE CASCADE
tag_action_emails: tag_action_emails_organization_id_email_id_fkey FOREIGN KEY (organization_id, email_id) REFERENCES emails(organization_id, id) ON DELETE CASCADE
tag_action_emails: tag_action_emails_pkey PRIMARY KEY (action_id, email_id)
tag_action_runs: tag_action_runs_once UNIQUE (action_id, employee_id, joined_at)
tag_action_runs: tag_action_runs_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE
tag_action_runs: tag_action_runs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
tag_action_runs: tag_action_runs_pkey PRIMARY KEY (id)
tag_action_runs: tag_action_runs_state_check CHECK ((state = ANY (ARRAY['done'::text, 'waiting'::text, 'skipped'::text, 'failed'::text])))
tag_action_runs: tag_action_runs_tag FOREIGN KEY (organization_id, tag_id) REFERENCES tags(organization_id, id) ON DELETE SET NULL (tag_id)
tag_actions: tag_actions_defer_by_check CHECK (((defer_by >= 0) AND (defer_by <= 99)))
tag_actions: tag_actions_id_key UNIQUE (organization_id, id)
tag_actions: tag_actions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
tag_actions: tag_actions_organization_id_tag_id_fkey FOREIGN KEY (organization_id, tag_id) REFERENCES tags(organization_id, id) ON DELETE CASCADE
tag_actions: tag_actions_period_check CHECK (((period >= 1) AND (period <= 365)))
tag_actions: tag_actions_pkey PRIMARY KEY (id)
tag_actions: tag_actions_registration_link_days_check CHECK (((registration_link_days >= 1) AND (registration_link_days <= 365)))
tag_actions: tag_actions_registration_link_hour_check CHECK (((registration_link_hour >= 0) AND (registration_link_hour <= 23)))
tag_actions: tag_actions_type_check CHECK ((type = ANY (ARRAY['course'::text, 'letter'::text, 'phishing'::text, 'registration_link'::text])))
tag_employees: tag_employees_organization_id_employee_id_fkey FOREIGN KEY (organization_id, employee_id) REFERENCES employees(organization_id, id) ON DELETE CASCADE
tag_employees: tag_employees_organization_id_tag_id_fkey FOREIGN KEY (organization_id, tag_id) REFERENCES tags(organization_id, id) ON DELETE CASCADE
tag_employees: tag_employees_pkey PRIMARY KEY (tag_id, employee_id)
tags: tags_check CHECK ((min_risk_level <= max_risk_level))
tags: tags_color_check CHECK ((color ~ '^#[0-9a-fA-F]{6}$'::text))
tags: tags_id_key UNIQUE (organization_id, id)
tags: tags_life_days_check CHECK (((life_days >= 0) AND (life_days <= 999)))
tags: tags_max_risk_level_check CHECK (((max_risk_level >= 0) AND (max_risk_level <= 10)))
tags: tags_min_risk_level_check CHECK (((min_risk_level >= 0) AND (min_risk_level <= 10)))
tags: tags_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
tags: tags_pkey PRIMARY KEY (id)
tags: tags_title_check CHECK (((length(title) >= 1) AND (length(title) <= 255)))
tags: tags_type_check CHECK ((type = ANY (ARRAY['newbie'::text, 'not_registered'::text, 'arbitrary'::text, 'risk_group'::text])))
task_events: task_events_id_key UNIQUE (organization_id, id)
task_events: task_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
task_events: task_events_pkey PRIMARY KEY (id)
task_events: task_events_status_check CHECK ((status = ANY (ARRAY['in_process'::text, 'success'::text, 'error'::text])))
template_categories: template_categories_id_key UNIQUE (organization_id, id)
template_categories: template_categories_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
template_categories: template_categories_pkey PRIMARY KEY (id)
template_categories: template_categories_slug UNIQUE (organization_id, slug)
templates: templates_attack_vector_check CHECK ((attack_vector = ANY (ARRAY['form'::text, 'attachments'::text])))
templates: templates_difficulty_check CHECK ((difficulty = ANY (ARRAY['easy'::text, 'medium'::text, 'hard'::text])))
templates: templates_id_key UNIQUE (organization_id, id)
templates: templates_logo FOREIGN KEY (organization_id, logo_file_id) REFERENCES files(organization_id, id)
templates: templates_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
templates: templates_organization_id_category_id_fkey FOREIGN KEY (organization_id, category_id) REFERENCES template_categories(organization_id, id)
templates: templates_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
templates: templates_pkey PRIMARY KEY (id)
theme_steps: theme_steps_attempts_limit_check CHECK (((attempts_limit >= 1) AND (attempts_limit <= 100)))
theme_steps: theme_steps_draw_count_check CHECK ((draw_count > 0))
theme_steps: theme_steps_id_key UNIQUE (organization_id, id)
theme_steps: theme_steps_kind_check CHECK ((kind = ANY (ARRAY['theory'::text, 'quiz'::text, 'scorm'::text])))
theme_steps: theme_steps_order UNIQUE (theme_id, order_id) DEFERRABLE INITIALLY DEFERRED
theme_steps: theme_steps_organization_id_module_id_fkey FOREIGN KEY (organization_id, module_id) REFERENCES modules(organization_id, id)
theme_steps: theme_steps_organization_id_theme_id_fkey FOREIGN KEY (organization_id, theme_id) REFERENCES themes(organization_id, id) ON DELETE CASCADE
theme_steps: theme_steps_pass_mark_check CHECK (((pass_mark >= 1) AND (pass_mark <= 100)))
theme_steps: theme_steps_pkey PRIMARY KEY (id)
theme_steps: theme_steps_time_limit_minutes_check CHECK (((time_limit_minutes >= 1) AND (time_limit_minutes <= 600)))
themes: themes_id_key UNIQUE (organization_id, id)
themes: themes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
themes: themes_pkey PRIMARY KEY (id)
tracking_events: tracking_events_kind_check CHECK ((kind = ANY (ARRAY['opened'::text, 'clicked'::text, 'opened_attachment'::text, 'entered_data'::text, 'reported'::text, 'used_page'::text])))
tracking_events: tracking_events_organization_id_recipient_id_fkey FOREIGN KEY (organization_id, recipient_id) REFERENCES campaign_recipients(organization_id, id) ON DELETE CASCADE
tracking_events: tracking_events_pkey PRIMARY KEY (campaign_id, id)
two_factor_codes: two_factor_codes_pkey PRIMARY KEY (session_hash)
two_factor_codes: two_factor_codes_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES sessions(token_hash) ON DELETE CASCADE
worker_heartbeats: worker_heartbeats_pkey PRIMARY KEY (worker_id)

-- indexes
CREATE INDEX api_tokens_recent ON public.api_tokens USING btree (organization_id, kind, created_at DESC)
CREATE INDEX assignments_course ON public.assignments USING btree (organization_id, course_id)
CREATE INDEX audit_log_action ON public.audit_log USING btree (organization_id, action, id)
CREATE INDEX audit_log_actor_name ON public.audit_log USING btree (organization_id, actor_name, id)
CREATE INDEX audit_log_of_many ON public.audit_log USING btree (organization_id, id) WHERE (jsonb_typeof((changes -> 'people'::text)) = 'array'::text)
CREATE INDEX audit_log_people ON public.audit_log USING gin (audit_people(changes)) WITH (fastupdate=off) WHERE (changes ? 'people'::text)
CREATE INDEX audit_log_recent ON public.audit_log USING btree (organization_id, id DESC)
CREATE INDEX audit_log_target ON public.audit_log USING btree (organization_id, target, id DESC) WHERE (target IS NOT NULL)
CREATE INDEX audit_log_told ON public.audit_log USING btree (organization_id, target, id) WHERE (length(target) <> 36)
CREATE INDEX campaign_emails_template ON public.campaign_emails USING btree (organization_id, template_id)
CREATE INDEX campaign_reactions_employee ON public.campaign_reactions USING btree (organization_id, employee_id)
CREATE INDEX campaign_recipients_campaign ON public.campaign_recipients USING btree (campaign_id, state, organization_id)
CREATE INDEX campaign_recipients_due ON public.campaign_recipients USING btree (campaign_id, send_at, id) WHERE (state = ANY (ARRAY['queued'::text, 'retry'::text]))
CREATE INDEX campaign_recipients_employee ON public.campaign_recipients USING btree (organization_id, employee_id, sent_at)
CREATE INDEX campaign_recipients_leased ON public.campaign_recipients USING btree (lease_until) WHERE (state = ANY (ARRAY['claimed'::text, 'handing_over'::text]))
CREATE INDEX campaign_recipients_reported ON public.campaign_recipients USING btree (campaign_id, organization_id) WHERE (reported_at IS NOT NULL)
CREATE INDEX campaigns_due ON public.campaigns USING btree (status, start_at, end_at) WHERE (status = ANY (ARRAY['planned'::text, 'active'::text, 'creating'::text]))
CREATE INDEX campaigns_recent ON public.campaigns USING btree (organization_id, start_at DESC)
CREATE INDEX departments_name ON public.departments USING btree (organization_id, title COLLATE "ru-RU-x-icu", id)
CREATE INDEX departments_parent_id ON public.departments USING btree (organization_id, parent_id)
CREATE INDEX emails_template ON public.emails USING btree (organization_id, template_id)
CREATE INDEX employee_import_rows_verdict ON public.employee_import_rows USING btree (import_id, verdict, line)
CREATE INDEX employee_imports_event ON public.employee_imports USING btree (organization_id, event_id)
CREATE INDEX employee_imports_old ON public.employee_imports USING btree (created_at)
CREATE INDEX employee_imports_recent ON public.employee_imports USING btree (organization_id, created_at DESC, id)
CREATE INDEX employees_behind ON public.employees USING btree (organization_id, behind_from) WHERE (deleted_at IS NULL)
CREATE INDEX employees_course_states ON public.employees USING btree (organization_id, course_states) WHERE (deleted_at IS NULL)
CREATE INDEX employees_department_id ON public.employees USING btree (organization_id, department_id, full_name COLLATE "ru-RU-x-icu", id) WHERE (deleted_at IS NULL)
CREATE INDEX employees_email ON public.employees USING btree (email_key) WHERE (deleted_at IS NULL)
CREATE INDEX employees_figures ON public.employees USING btree (organization_id, department_id) INCLUDE (risk_level, learning_progress, phishing_indicator, emails_sent, emails_dangerous) WHERE (deleted_at IS NULL)
CREATE INDEX employees_gone ON public.employees USING btree (organization_id, id) WHERE (deleted_at IS NOT NULL)
CREATE INDEX employees_email_events ON public.employees USING btree (organization_id, email_events) WHERE (deleted_at IS NULL)
CREATE INDEX employees_living ON public.employees USING btree (organization_id, id) INCLUDE (search_text) WHERE (deleted_at IS NULL)
CREATE INDEX employees_name ON public.employees USING btree (organization_id, full_name COLLATE "ru-RU-x-icu", id) WHERE (deleted_at IS NULL)
CREATE INDEX employees_phishing_down ON public.employees USING btree (organization_id, phishing_indicator DESC NULLS LAST, full_name COLLATE "ru-RU-x-icu", id) WHERE (deleted_at IS NULL)
CREATE INDEX employees_phishing_up ON public.employees USING btree (organization_id, phishing_indicator, full_name COLLATE "ru-RU-x-icu", id) WHERE (deleted_at IS NULL)
CREATE INDEX employees_position ON public.employees USING btree (organization_id, "position" COLLATE "ru-RU-x-icu", full_name COLLATE "ru-RU-x-icu", id) WHERE (deleted_at IS NULL)
CREATE INDEX employees_powers ON public.employees USING btree (organization_id, role) WHERE ((deleted_at IS NULL) AND (role = ANY (ARRAY['system_admin'::text, 'super_user'::text])))
CREATE INDEX employees_progress_down ON public.employees USING btree (organization_id, learning_progress DESC NULLS LAST, full_name COLLATE "ru-RU-x-icu", id) WHERE (deleted_at IS NULL)
CREATE INDEX employees_progress_up ON public.employees USING btree (organization_id, learning_progress, full_name COLLATE "ru-RU-x-icu", id) WHERE (deleted_at IS NULL)
CREATE INDEX employees_registered ON public.employees USING btree (organization_id, department_id) WHERE ((deleted_at IS NULL) AND is_registered)
CREATE INDEX employees_removed ON public.employees USING btree (organization_id, deleted_at DESC, id) WHERE ((deleted_at IS NOT NULL) AND (wiped_at IS NULL))
CREATE INDEX employees_removed_email ON public.employees USING btree (organization_id, email_key, deleted_at DESC) WHERE ((deleted_at IS NOT NULL) AND (wiped_at IS NULL))
CREATE INDEX employees_risk_down ON public.employees USING btree (organization_id, risk_level DESC NULLS LAST, full_name COLLATE "ru-RU-x-icu", id) WHERE (deleted_at IS NULL)
CREATE INDEX employees_risk_step ON public.employees USING btree (organization_id, risk_step) WHERE (deleted_at IS NULL)
CREATE INDEX employees_risk_up ON public.employees USING btree (organization_id, risk_level, full_name COLLATE "ru-RU-x-icu", id) WHERE (deleted_at IS NULL)
CREATE INDEX employees_role ON public.employees USING btree (organization_id, role, full_name COLLATE "ru-RU-x-icu", id) WHERE (deleted_at IS NULL)
CREATE INDEX employees_search ON public.employees USING gin (search_text gin_trgm_ops) WHERE (deleted_at IS NULL)
CREATE INDEX employees_to_wipe ON public.employees USING btree (deleted_at) WHERE ((deleted_at IS NOT NULL) AND (wiped_at IS NULL))
CREATE INDEX invite_reminders_organization ON public.invite_reminders USING btree (organization_id, employee_id)
CREATE INDEX learners_employee ON public.learners USING btree (organization_id, employee_id, assignment_id) INCLUDE (started_at, completed_at)
CREATE INDEX learners_email_due ON public.learners USING btree (organization_id, assignment_id) WHERE (email_due IS NOT NULL)
CREATE INDEX link_tokens_employee ON public.link_tokens USING btree (organization_id, employee_id, purpose)
CREATE INDEX mailbox_emails_received ON public.mailbox_emails USING btree (received_at)
CREATE INDEX mailbox_emails_recent ON public.mailbox_emails USING btree (organization_id, id DESC)
CREATE INDEX mailbox_emails_recipient ON public.mailbox_emails USING btree (organization_id, lower(recipient), id DESC)
CREATE INDEX organization_domains_verified ON public.organization_domains USING btree (domain) WHERE (confirmed_at IS NOT NULL)
CREATE INDEX organizations_parent ON public.organizations USING btree (parent_id)
CREATE INDEX organizations_path ON public.organizations USING gin (path)
CREATE INDEX organizations_unfinished ON public.organizations USING btree (id) WHERE (starter_due OR (removal_started_at IS NOT NULL))
CREATE INDEX outbox_ended ON public.outbox USING btree (created_at) WHERE (state = ANY (ARRAY['sent'::text, 'failed'::text]))
CREATE INDEX outbox_openers ON public.outbox USING btree (organization_id, employee_id) WHERE (opens_account AND (state = 'queued'::text))
CREATE INDEX outbox_recent ON public.outbox USING btree (organization_id, created_at DESC)
CREATE INDEX quiz_attempts_ends ON public.quiz_attempts USING btree (ends_at) WHERE ((completed_at IS NULL) AND (ends_at IS NOT NULL))
CREATE INDEX reports_recent ON public.reports USING btree (organization_id, created_at DESC)
CREATE INDEX scim_users_external_id ON public.scim_users USING btree (organization_id, external_id)
CREATE INDEX sessions_employee ON public.sessions USING btree (organization_id, employee_id)
CREATE INDEX tag_action_runs_person ON public.tag_action_runs USING btree (organization_id, employee_id, id DESC)
CREATE INDEX tag_action_runs_recent ON public.tag_action_runs USING btree (organization_id, tag_id, id DESC)
CREATE INDEX tag_action_runs_waiting ON public.tag_action_runs USING btree (organization_id, action_id) WHERE (state = 'waiting'::text)
CREATE INDEX tag_actions_tag ON public.tag_actions USING btree (organization_id, tag_id)
CREATE INDEX tag_employees_employee ON public.tag_employees USING btree (organization_id, employee_id)
CREATE INDEX task_events_open ON public.task_events USING btree (beat_at) WHERE (status = 'in_process'::text)
CREATE INDEX tracking_events_unconfirmed ON public.tracking_events USING btree (recipient_id) WHERE ((verdict = 'unconfirmed'::text) AND (NOT human))
CREATE INDEX tracking_events_walked ON public.tracking_events USING btree (campaign_id, address) WHERE ((verdict = 'unconfirmed'::text) AND (NOT human) AND (kind = ANY (ARRAY['clicked'::text, 'opened_attachment'::text])))
CREATE UNIQUE INDEX api_tokens_pkey ON public.api_tokens USING btree (id)
CREATE UNIQUE INDEX api_tokens_token_hash ON public.api_tokens USING btree (token_hash)
CREATE UNIQUE INDEX assignments_id_key ON public.assignments USING btree (organization_id, id)
CREATE UNIQUE INDEX assignments_of_campaign ON public.assignments USING btree (organization_id, campaign_id) WHERE (campaign_id IS NOT NULL)
CREATE UNIQUE INDEX assignments_of_tag_action ON public.assignments USING btree (organization_id, tag_action_id, course_version_id) WHERE ((tag_action_id IS NOT NULL) AND (status <> 'completed'::text))
CREATE UNIQUE INDEX assignments_pkey ON public.assignments USING btree (id)
CREATE UNIQUE INDEX audit_chains_pkey ON public.audit_chains USING btree (organization_id)
CREATE UNIQUE INDEX audit_log_pkey ON public.audit_log USING btree (id)
CREATE UNIQUE INDEX audit_pending_pkey ON public.audit_pending USING btree (organization_id, log_id)
CREATE UNIQUE INDEX audit_seals_log_id_key ON public.audit_seals USING btree (organization_id, log_id)
CREATE UNIQUE INDEX audit_seals_pkey ON public.audit_seals USING btree (organization_id, number)
CREATE UNIQUE INDEX automation_schedules_pkey ON public.automation_schedules USING btree (organization_id)
CREATE UNIQUE INDEX bulk_works_pkey ON public.bulk_works USING btree (event_id)
CREATE UNIQUE INDEX campaign_approvals_pkey ON public.campaign_approvals USING btree (organization_id, campaign_id)
CREATE UNIQUE INDEX campaign_emails_key ON public.campaign_emails USING btree (organization_id, campaign_id, email_id)
CREATE UNIQUE INDEX campaign_emails_pkey ON public.campaign_emails USING btree (campaign_id, email_id)
CREATE UNIQUE INDEX campaign_reactions_pkey ON public.campaign_reactions USING btree (campaign_id, employee_id, kind)
CREATE UNIQUE INDEX campaign_recipients_id_key ON public.campaign_recipients USING btree (organization_id, id)
CREATE UNIQUE INDEX campaign_recipients_once ON public.campaign_recipients USING btree (campaign_id, employee_id)
CREATE UNIQUE INDEX campaign_recipients_pkey ON public.campaign_recipients USING btree (id)
CREATE UNIQUE INDEX campaign_recipients_tracking_key ON public.campaign_recipients USING btree (tracking_key)
CREATE UNIQUE INDEX campaign_tallies_pkey ON public.campaign_tallies USING btree (campaign_id, id)
CREATE UNIQUE INDEX campaigns_id_key ON public.campaigns USING btree (organization_id, id)
CREATE UNIQUE INDEX campaigns_of_tag_action ON public.campaigns USING btree (organization_id, tag_action_id, tag_month) WHERE (tag_action_id IS NOT NULL)
CREATE UNIQUE INDEX campaigns_pkey ON public.campaigns USING btree (id)
CREATE UNIQUE INDEX consent_texts_pkey ON public.consent_texts USING btree (organization_id, version)
CREATE UNIQUE INDEX course_sections_id_key ON public.course_sections USING btree (organization_id, id)
CREATE UNIQUE INDEX course_sections_order ON public.course_sections USING btree (course_id, order_id)
CREATE UNIQUE INDEX course_sections_pkey ON public.course_sections USING btree (id)
CREATE UNIQUE INDEX course_versions_id_key ON public.course_versions USING btree (organization_id, id)
CREATE UNIQUE INDEX course_versions_number ON public.course_versions USING btree (course_id, number)
CREATE UNIQUE INDEX course_versions_pkey ON public.course_versions USING btree (id)
CREATE UNIQUE INDEX courses_id_key ON public.courses USING btree (organization_id, id)
CREATE UNIQUE INDEX courses_pkey ON public.courses USING btree (id)
CREATE UNIQUE INDEX courses_starter ON public.courses USING btree (organization_id, starter_slug, language) WHERE (starter_slug IS NOT NULL)
CREATE UNIQUE INDEX departments_id_key ON public.departments USING btree (organization_id, id)
CREATE UNIQUE INDEX departments_one_default ON public.departments USING btree (organization_id) WHERE is_default
CREATE UNIQUE INDEX departments_pkey ON public.departments USING btree (id)
CREATE UNIQUE INDEX departments_title_taken ON public.departments USING btree (organization_id, COALESCE(parent_id, '00000000-0000-0000-0000-000000000000'::uuid), lower(title))
CREATE UNIQUE INDEX emails_id_key ON public.emails USING btree (organization_id, id)
CREATE UNIQUE INDEX emails_pkey ON public.emails USING btree (id)
CREATE UNIQUE INDEX employee_import_rows_pkey ON public.employee_import_rows USING btree (import_id, line)
CREATE UNIQUE INDEX employee_imports_id_key ON public.employee_imports USING btree (organization_id, id)
CREATE UNIQUE INDEX employee_imports_pkey ON public.employee_imports USING btree (id)
CREATE UNIQUE INDEX employees_email_taken ON public.employees USING btree (organization_id, email_key) WHERE (deleted_at IS NULL)
CREATE UNIQUE INDEX employees_id_key ON public.employees USING btree (organization_id, id)
CREATE UNIQUE INDEX employees_pkey ON public.employees USING btree (id)
CREATE UNIQUE INDEX files_id_key ON public.files USING btree (organization_id, id)
CREATE UNIQUE INDEX files_pkey ON public.files USING btree (id)
CREATE UNIQUE INDEX files_storage_key ON public.files USING btree (storage_key)
CREATE UNIQUE INDEX first_start_pkey ON public.first_start USING btree (only_row)
CREATE UNIQUE INDEX idempotency_keys_pkey ON public.idempotency_keys USING btree (organization_id, actor_id, endpoint, key)
CREATE UNIQUE INDEX installation_pkey ON public.installation USING btree (only_row)
CREATE UNIQUE INDEX invite_reminder_settings_pkey ON public.invite_reminder_settings USING btree (organization_id)
CREATE UNIQUE INDEX invite_reminders_pkey ON public.invite_reminders USING btree (employee_id, due_day)
CREATE UNIQUE INDEX known_places_pkey ON public.known_places USING btree (place)
CREATE UNIQUE INDEX landing_pages_id_key ON public.landing_pages USING btree (organization_id, id)
CREATE UNIQUE INDEX landing_pages_pkey ON public.landing_pages USING btree (id)
CREATE UNIQUE INDEX learners_id_key ON public.learners USING btree (organization_id, id)
CREATE UNIQUE INDEX learners_once ON public.learners USING btree (assignment_id, employee_id)
CREATE UNIQUE INDEX learners_pkey ON public.learners USING btree (id)
CREATE UNIQUE INDEX link_tokens_pkey ON public.link_tokens USING btree (token_hash)
CREATE UNIQUE INDEX mail_settings_pkey ON public.mail_settings USING btree (organization_id)
CREATE UNIQUE INDEX mailbox_emails_pkey ON public.mailbox_emails USING btree (id)
CREATE UNIQUE INDEX modules_id_key ON public.modules USING btree (organization_id, id)
CREATE UNIQUE INDEX modules_pkey ON public.modules USING btree (id)
CREATE UNIQUE INDEX organization_domains_key ON public.organization_domains USING btree (organization_id, domain)
CREATE UNIQUE INDEX organizations_pkey ON public.organizations USING btree (id)
CREATE UNIQUE INDEX organizations_title_taken ON public.organizations USING btree (parent_id, lower(title)) WHERE ((parent_id IS NOT NULL) AND (removal_started_at IS NULL))
CREATE UNIQUE INDEX outbox_pkey ON public.outbox USING btree (id)
CREATE UNIQUE INDEX preview_drafts_pkey ON public.preview_drafts USING btree (organization_id, employee_id, kind)
CREATE UNIQUE INDEX questions_id_key ON public.questions USING btree (organization_id, id)
CREATE UNIQUE INDEX questions_order ON public.questions USING btree (module_id, order_id)
CREATE UNIQUE INDEX questions_pkey ON public.questions USING btree (id)
CREATE UNIQUE INDEX quiz_answers_pkey ON public.quiz_answers USING btree (attempt_id, question_id)
CREATE UNIQUE INDEX quiz_attempts_id_key ON public.quiz_attempts USING btree (organization_id, id)
CREATE UNIQUE INDEX quiz_attempts_number ON public.quiz_attempts USING btree (learner_id, step_id, number)
CREATE UNIQUE INDEX quiz_attempts_one_open ON public.quiz_attempts USING btree (learner_id, step_id) WHERE (completed_at IS NULL)
CREATE UNIQUE INDEX quiz_attempts_pkey ON public.quiz_attempts USING btree (id)
CREATE UNIQUE INDEX rate_windows_pkey ON public.rate_windows USING btree (bucket, window_start)
CREATE UNIQUE INDEX redirect_pages_id_key ON public.redirect_pages USING btree (organization_id, id)
CREATE UNIQUE INDEX redirect_pages_pkey ON public.redirect_pages USING btree (id)
CREATE UNIQUE INDEX reports_id_key ON public.reports USING btree (organization_id, id)
CREATE UNIQUE INDEX reports_pkey ON public.reports USING btree (id)
CREATE UNIQUE INDEX risk_points_pkey ON public.risk_points USING btree (organization_id, scope, subject_id, day)
CREATE UNIQUE INDEX schema_migrations_pkey ON public.schema_migrations USING btree (name)
CREATE UNIQUE INDEX scim_groups_pkey ON public.scim_groups USING btree (department_id)
CREATE UNIQUE INDEX scim_users_name_taken ON public.scim_users USING btree (organization_id, user_name_key) WHERE (removed_at IS NULL)
CREATE UNIQUE INDEX scim_users_pkey ON public.scim_users USING btree (employee_id)
CREATE UNIQUE INDEX section_themes_order ON public.section_themes USING btree (section_id, order_id)
CREATE UNIQUE INDEX section_themes_pkey ON public.section_themes USING btree (section_id, theme_id)
CREATE UNIQUE INDEX sending_days_pkey ON public.sending_days USING btree (organization_id, day)
CREATE UNIQUE INDEX sessions_pkey ON public.sessions USING btree (token_hash)
CREATE UNIQUE INDEX slides_id_key ON public.slides USING btree (organization_id, id)
CREATE UNIQUE INDEX slides_order ON public.slides USING btree (module_id, order_id)
CREATE UNIQUE INDEX slides_pkey ON public.slides USING btree (id)
CREATE UNIQUE INDEX step_progress_pkey ON public.step_progress USING btree (learner_id, step_id)
CREATE UNIQUE INDEX tag_action_courses_pkey ON public.tag_action_courses USING btree (action_id, course_id)
CREATE UNIQUE INDEX tag_action_emails_pkey ON public.tag_action_emails USING btree (action_id, email_id)
CREATE UNIQUE INDEX tag_action_runs_once ON public.tag_action_runs USING btree (action_id, employee_id, joined_at)
CREATE UNIQUE INDEX tag_action_runs_pkey ON public.tag_action_runs USING btree (id)
CREATE UNIQUE INDEX tag_actions_id_key ON public.tag_actions USING btree (organization_id, id)
CREATE UNIQUE INDEX tag_actions_only_one ON public.tag_actions USING btree (tag_id, type) WHERE (type = ANY (ARRAY['course'::text, 'phishing'::text]))
CREATE UNIQUE INDEX tag_actions_pkey ON public.tag_actions USING btree (id)
CREATE UNIQUE INDEX tag_employees_pkey ON public.tag_employees USING btree (tag_id, employee_id)
CREATE UNIQUE INDEX tags_id_key ON public.tags USING btree (organization_id, id)
CREATE UNIQUE INDEX tags_pkey ON public.tags USING btree (id)
CREATE UNIQUE INDEX tags_title_taken ON public.tags USING btree (organization_id, lower(title))
CREATE UNIQUE INDEX task_events_id_key ON public.task_events USING btree (organization_id, id)
CREATE UNIQUE INDEX task_events_pkey ON public.task_events USING btree (id)
CREATE UNIQUE INDEX template_categories_id_key ON public.template_categories USING btree (organization_id, id)
CREATE UNIQUE INDEX template_categories_pkey ON public.template_categories USING btree (id)
CREATE UNIQUE INDEX template_categories_slug ON public.template_categories USING btree (organization_id, slug)
CREATE UNIQUE INDEX templates_id_key ON public.templates USING btree (organization_id, id)
CREATE UNIQUE INDEX templates_pkey ON public.templates USING btree (id)
CREATE UNIQUE INDEX templates_starter ON public.templates USING btree (organization_id, starter_slug) WHERE (starter_slug IS NOT NULL)
CREATE UNIQUE INDEX theme_steps_id_key ON public.theme_steps USING btree (organization_id, id)
CREATE UNIQUE INDEX theme_steps_order ON public.theme_steps USING btree (theme_id, order_id)
CREATE UNIQUE INDEX theme_steps_pkey ON public.theme_steps USING btree (id)
CREATE UNIQUE INDEX themes_id_key ON public.themes USING btree (organization_id, id)
CREATE UNIQUE INDEX themes_pkey ON public.themes USING btree (id)
CREATE UNIQUE INDEX tracking_events_pkey ON public.tracking_events USING btree (campaign_id, id)
CREATE UNIQUE INDEX tracking_events_recipient ON public.tracking_events USING btree (organization_id, recipient_id, hit)
CREATE UNIQUE INDEX two_factor_codes_pkey ON public.two_factor_codes USING btree (session_hash)
CREATE UNIQUE INDEX worker_heartbeats_pkey ON public.worker_heartbeats USING btree (worker_id)

-- policies
api_tokens: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
api_tokens: system for ALL to sergak_system using (true) with check (true)
api_tokens: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
assignments: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
assignments: system for ALL to sergak_system using (true) with check (true)
assignments: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
audit_chains: keeper for ALL to sergak_keeper using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ()
audit_chains: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
audit_chains: system for ALL to sergak_system using (true) with check (true)
audit_chains: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
audit_log: keeper for ALL to sergak_keeper using (((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid) AND (created_at < (now() - '3 years'::interval)))) with check ()
audit_log: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
audit_log: system for ALL to sergak_system using (true) with check (true)
audit_log: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
audit_pending: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
audit_pending: system for ALL to sergak_system using (true) with check (true)
audit_pending: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
audit_seals: keeper for ALL to sergak_keeper using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ()
audit_seals: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
audit_seals: system for ALL to sergak_system using (true) with check (true)
audit_seals: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
automation_schedules: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
automation_schedules: system for ALL to sergak_system using (true) with check (true)
automation_schedules: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
bulk_works: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
bulk_works: system for ALL to sergak_system using (true) with check (true)
bulk_works: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
campaign_approvals: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
campaign_approvals: system for ALL to sergak_system using (true) with check (true)
campaign_approvals: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
campaign_emails: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
campaign_emails: system for ALL to sergak_system using (true) with check (true)
campaign_emails: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
campaign_reactions: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
campaign_reactions: system for ALL to sergak_system using (true) with check (true)
campaign_reactions: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
campaign_recipients: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
campaign_recipients: system for ALL to sergak_system using (true) with check (true)
campaign_recipients: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
campaign_tallies: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
campaign_tallies: system for ALL to sergak_system using (true) with check (true)
campaign_tallies: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
campaigns: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
campaigns: system for ALL to sergak_system using (true) with check (true)
campaigns: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
consent_texts: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
consent_texts: system for ALL to sergak_system using (true) with check (true)
consent_texts: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
course_sections: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
course_sections: system for ALL to sergak_system using (true) with check (true)
course_sections: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
course_versions: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
course_versions: system for ALL to sergak_system using (true) with check (true)
course_versions: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
courses: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
courses: system for ALL to sergak_system using (true) with check (true)
courses: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
departments: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
departments: system for ALL to sergak_system using (true) with check (true)
departments: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
emails: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
emails: system for ALL to sergak_system using (true) with check (true)
emails: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
employee_import_rows: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
employee_import_rows: system for ALL to sergak_system using (true) with check (true)
employee_import_rows: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
employee_imports: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
employee_imports: system for ALL to sergak_system using (true) with check (true)
employee_imports: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
employees: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
employees: system for ALL to sergak_system using (true) with check (true)
employees: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
files: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
files: system for ALL to sergak_system using (true) with check (true)
files: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
idempotency_keys: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
idempotency_keys: system for ALL to sergak_system using (true) with check (true)
idempotency_keys: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
invite_reminder_settings: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
invite_reminder_settings: system for ALL to sergak_system using (true) with check (true)
invite_reminder_settings: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
invite_reminders: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
invite_reminders: system for ALL to sergak_system using (true) with check (true)
invite_reminders: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
landing_pages: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
landing_pages: system for ALL to sergak_system using (true) with check (true)
landing_pages: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
learners: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
learners: system for ALL to sergak_system using (true) with check (true)
learners: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
link_tokens: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
link_tokens: system for ALL to sergak_system using (true) with check (true)
link_tokens: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
mail_settings: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
mail_settings: system for ALL to sergak_system using (true) with check (true)
mail_settings: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
mailbox_emails: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
mailbox_emails: system for ALL to sergak_system using (true) with check (true)
mailbox_emails: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
modules: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
modules: system for ALL to sergak_system using (true) with check (true)
modules: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
organization_domains: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
organization_domains: system for ALL to sergak_system using (true) with check (true)
organization_domains: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
organizations: subtree for SELECT to sergak_reader using ((id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
organizations: system for ALL to sergak_system using (true) with check (true)
organizations: tenant for ALL to sergak_app using ((id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
outbox: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
outbox: system for ALL to sergak_system using (true) with check (true)
outbox: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
preview_drafts: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
preview_drafts: system for ALL to sergak_system using (true) with check (true)
preview_drafts: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
questions: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
questions: system for ALL to sergak_system using (true) with check (true)
questions: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
quiz_answers: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
quiz_answers: system for ALL to sergak_system using (true) with check (true)
quiz_answers: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
quiz_attempts: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
quiz_attempts: system for ALL to sergak_system using (true) with check (true)
quiz_attempts: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
redirect_pages: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
redirect_pages: system for ALL to sergak_system using (true) with check (true)
redirect_pages: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
reports: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
reports: system for ALL to sergak_system using (true) with check (true)
reports: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
risk_points: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
risk_points: system for ALL to sergak_system using (true) with check (true)
risk_points: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
scim_groups: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
scim_groups: system for ALL to sergak_system using (true) with check (true)
scim_groups: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
scim_users: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
scim_users: system for ALL to sergak_system using (true) with check (true)
scim_users: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
section_themes: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
section_themes: system for ALL to sergak_system using (true) with check (true)
section_themes: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
sending_days: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
sending_days: system for ALL to sergak_system using (true) with check (true)
sending_days: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
sessions: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
sessions: system for ALL to sergak_system using (true) with check (true)
sessions: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
slides: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
slides: system for ALL to sergak_system using (true) with check (true)
slides: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
step_progress: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
step_progress: system for ALL to sergak_system using (true) with check (true)
step_progress: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
tag_action_courses: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
tag_action_courses: system for ALL to sergak_system using (true) with check (true)
tag_action_courses: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
tag_action_emails: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
tag_action_emails: system for ALL to sergak_system using (true) with check (true)
tag_action_emails: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
tag_action_runs: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
tag_action_runs: system for ALL to sergak_system using (true) with check (true)
tag_action_runs: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
tag_actions: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
tag_actions: system for ALL to sergak_system using (true) with check (true)
tag_actions: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
tag_employees: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
tag_employees: system for ALL to sergak_system using (true) with check (true)
tag_employees: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
tags: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
tags: system for ALL to sergak_system using (true) with check (true)
tags: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
task_events: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
task_events: system for ALL to sergak_system using (true) with check (true)
task_events: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
template_categories: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
template_categories: system for ALL to sergak_system using (true) with check (true)
template_categories: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
templates: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
templates: system for ALL to sergak_system using (true) with check (true)
templates: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
theme_steps: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
theme_steps: system for ALL to sergak_system using (true) with check (true)
theme_steps: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
themes: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
themes: system for ALL to sergak_system using (true) with check (true)
themes: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
tracking_events: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
tracking_events: system for ALL to sergak_system using (true) with check (true)
tracking_events: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))
two_factor_codes: subtree for SELECT to sergak_reader using ((organization_id = ANY ((( SELECT current_setting('app.orgs'::text) AS current_setting))::uuid[]))) with check ()
two_factor_codes: system for ALL to sergak_system using (true) with check (true)
two_factor_codes: tenant for ALL to sergak_app using ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid)) with check ((organization_id = (( SELECT current_setting('app.org'::text) AS current_setting))::uuid))

-- grants
api_tokens to sergak_app: DELETE, INSERT, SELECT, UPDATE
api_tokens to sergak_reader: SELECT
api_tokens to sergak_system: DELETE, INSERT, SELECT, UPDATE
assignments to sergak_app: DELETE, INSERT, SELECT, UPDATE
assignments to sergak_reader: SELECT
assignments to sergak_system: DELETE, INSERT, SELECT, UPDATE
audit_chains to sergak_app: SELECT
audit_chains to sergak_keeper: SELECT, UPDATE
audit_chains to sergak_reader: SELECT
audit_chains to sergak_system: DELETE, INSERT, SELECT, UPDATE
audit_log to sergak_app: INSERT, SELECT
audit_log to sergak_keeper: DELETE, SELECT
audit_log to sergak_reader: SELECT
audit_log to sergak_system: INSERT, SELECT
audit_pending to sergak_app: INSERT, SELECT
audit_pending to sergak_reader: SELECT
audit_pending to sergak_system: DELETE, INSERT, SELECT, UPDATE
audit_seals to sergak_app: SELECT
audit_seals to sergak_keeper: DELETE, SELECT
audit_seals to sergak_reader: SELECT
audit_seals to sergak_system: INSERT, SELECT
automation_schedules to sergak_app: DELETE, INSERT, SELECT, UPDATE
automation_schedules to sergak_reader: SELECT
automation_schedules to sergak_system: DELETE, INSERT, SELECT, UPDATE
bulk_works to sergak_app: DELETE, INSERT, SELECT, UPDATE
bulk_works to sergak_reader: SELECT
bulk_works to sergak_system: DELETE, INSERT, SELECT, UPDATE
campaign_approvals to sergak_app: DELETE, INSERT, SELECT, UPDATE
campaign_approvals to sergak_reader: SELECT
campaign_approvals to sergak_system: DELETE, INSERT, SELECT, UPDATE
campaign_emails to sergak_app: DELETE, INSERT, SELECT, UPDATE
campaign_emails to sergak_reader: SELECT
campaign_emails to sergak_system: DELETE, INSERT, SELECT, UPDATE
campaign_reactions to sergak_app: DELETE, INSERT, SELECT, UPDATE
campaign_reactions to sergak_reader: SELECT
campaign_reactions to sergak_system: DELETE, INSERT, SELECT, UPDATE
campaign_recipients to sergak_app: DELETE, INSERT, SELECT, UPDATE
campaign_recipients to sergak_reader: SELECT
campaign_recipients to sergak_system: DELETE, INSERT, SELECT, UPDATE
campaign_tallies to sergak_app: DELETE, INSERT, SELECT, UPDATE
campaign_tallies to sergak_reader: SELECT
campaign_tallies to sergak_system: DELETE, INSERT, SELECT, UPDATE
campaigns to sergak_app: DELETE, INSERT, SELECT, UPDATE
campaigns to sergak_reader: SELECT
campaigns to sergak_system: DELETE, INSERT, SELECT, UPDATE
consent_texts to sergak_app: INSERT, SELECT
consent_texts to sergak_reader: SELECT
consent_texts to sergak_system: DELETE, INSERT, SELECT, UPDATE
course_sections to sergak_app: DELETE, INSERT, SELECT, UPDATE
course_sections to sergak_reader: SELECT
course_sections to sergak_system: DELETE, INSERT, SELECT, UPDATE
course_versions to sergak_app: DELETE, INSERT, SELECT, UPDATE
course_versions to sergak_reader: SELECT
course_versions to sergak_system: DELETE, INSERT, SELECT, UPDATE
courses to sergak_app: DELETE, INSERT, SELECT, UPDATE
courses to sergak_reader: SELECT
courses to sergak_system: DELETE, INSERT, SELECT, UPDATE
departments to sergak_app: DELETE, INSERT, SELECT, UPDATE
departments to sergak_reader: SELECT
departments to sergak_system: DELETE, INSERT, SELECT, UPDATE
emails to sergak_app: DELETE, INSERT, SELECT, UPDATE
emails to sergak_reader: SELECT
emails to sergak_system: DELETE, INSERT, SELECT, UPDATE
employee_import_rows to sergak_app: DELETE, INSERT, SELECT, UPDATE
employee_import_rows to sergak_reader: SELECT
employee_import_rows to sergak_system: DELETE, INSERT, SELECT, UPDATE
employee_imports to sergak_app: DELETE, INSERT, SELECT, UPDATE
employee_imports to sergak_reader: SELECT
employee_imports to sergak_system: DELETE, INSERT, SELECT, UPDATE
employees to sergak_app: DELETE, INSERT, SELECT, UPDATE
employees to sergak_reader: SELECT
employees to sergak_system: DELETE, INSERT, SELECT, UPDATE
files to sergak_app: DELETE, INSERT, SELECT, UPDATE
files to sergak_reader: SELECT
files to sergak_system: DELETE, INSERT, SELECT, UPDATE
idempotency_keys to sergak_app: DELETE, INSERT, SELECT, UPDATE
idempotency_keys to sergak_reader: SELECT
idempotency_keys to sergak_system: DELETE, INSERT, SELECT, UPDATE
invite_reminder_settings to sergak_app: DELETE, INSERT, SELECT, UPDATE
invite_reminder_settings to sergak_reader: SELECT
invite_reminder_settings to sergak_system: DELETE, INSERT, SELECT, UPDATE
invite_reminders to sergak_app: DELETE, INSERT, SELECT, UPDATE
invite_reminders to sergak_reader: SELECT
invite_reminders to sergak_system: DELETE, INSERT, SELECT, UPDATE
known_places to sergak_system: DELETE, INSERT, SELECT, UPDATE
landing_pages to sergak_app: DELETE, INSERT, SELECT, UPDATE
landing_pages to sergak_reader: SELECT
landing_pages to sergak_system: DELETE, INSERT, SELECT, UPDATE
learners to sergak_app: DELETE, INSERT, SELECT, UPDATE
learners to sergak_reader: SELECT
learners to sergak_system: DELETE, INSERT, SELECT, UPDATE
link_tokens to sergak_app: DELETE, INSERT, SELECT, UPDATE
link_tokens to sergak_reader: SELECT
link_tokens to sergak_system: DELETE, INSERT, SELECT, UPDATE
mail_settings to sergak_app: DELETE, INSERT, SELECT, UPDATE
mail_settings to sergak_reader: SELECT
mail_settings to sergak_system: DELETE, INSERT, SELECT, UPDATE
mailbox_emails to sergak_app: DELETE, INSERT, SELECT, UPDATE
mailbox_emails to sergak_reader: SELECT
mailbox_emails to sergak_system: DELETE, INSERT, SELECT, UPDATE
modules to sergak_app: DELETE, INSERT, SELECT, UPDATE
modules to sergak_reader: SELECT
modules to sergak_system: DELETE, INSERT, SELECT, UPDATE
organization_domains to sergak_app: DELETE, INSERT, SELECT, UPDATE
organization_domains to sergak_reader: SELECT
organization_domains to sergak_system: DELETE, INSERT, SELECT, UPDATE
organizations to sergak_app: INSERT, SELECT, UPDATE
organizations to sergak_reader: SELECT
organizations to sergak_system: DELETE, INSERT, SELECT, UPDATE
outbox to sergak_app: DELETE, INSERT, SELECT, UPDATE
outbox to sergak_reader: SELECT
outbox to sergak_system: DELETE, INSERT, SELECT, UPDATE
preview_drafts to sergak_app: DELETE, INSERT, SELECT, UPDATE
preview_drafts to sergak_reader: SELECT
preview_drafts to sergak_system: DELETE, INSERT, SELECT, UPDATE
questions to sergak_app: DELETE, INSERT, SELECT, UPDATE
questions to sergak_reader: SELECT
questions to sergak_system: DELETE, INSERT, SELECT, UPDATE
quiz_answers to sergak_app: DELETE, INSERT, SELECT, UPDATE
quiz_answers to sergak_reader: SELECT
quiz_answers to sergak_system: DELETE, INSERT, SELECT, UPDATE
quiz_attempts to sergak_app: DELETE, INSERT, SELECT, UPDATE
quiz_attempts to sergak_reader: SELECT
quiz_attempts to sergak_system: DELETE, INSERT, SELECT, UPDATE
rate_windows to sergak_system: DELETE, INSERT, SELECT, UPDATE
redirect_pages to sergak_app: DELETE, INSERT, SELECT, UPDATE
redirect_pages to sergak_reader: SELECT
redirect_pages to sergak_system: DELETE, INSERT, SELECT, UPDATE
reports to sergak_app: DELETE, INSERT, SELECT, UPDATE
reports to sergak_reader: SELECT
reports to sergak_system: DELETE, INSERT, SELECT, UPDATE
risk_points to sergak_app: DELETE, INSERT, SELECT, UPDATE
risk_points to sergak_reader: SELECT
risk_points to sergak_system: DELETE, INSERT, SELECT, UPDATE
scim_groups to sergak_app: DELETE, INSERT, SELECT, UPDATE
scim_groups to sergak_reader: SELECT
scim_groups to sergak_system: DELETE, INSERT, SELECT, UPDATE
scim_users to sergak_app: DELETE, INSERT, SELECT, UPDATE
scim_users to sergak_reader: SELECT
scim_users to sergak_system: DELETE, INSERT, SELECT, UPDATE
section_themes to sergak_app: DELETE, INSERT, SELECT, UPDATE
section_themes to sergak_reader: SELECT
section_themes to sergak_system: DELETE, INSERT, SELECT, UPDATE
sending_days to sergak_app: DELETE, INSERT, SELECT, UPDATE
sending_days to sergak_reader: SELECT
sending_days to sergak_system: DELETE, INSERT, SELECT, UPDATE
sessions to sergak_app: DELETE, INSERT, SELECT, UPDATE
sessions to sergak_reader: SELECT
sessions to sergak_system: DELETE, INSERT, SELECT, UPDATE
slides to sergak_app: DELETE, INSERT, SELECT, UPDATE
slides to sergak_reader: SELECT
slides to sergak_system: DELETE, INSERT, SELECT, UPDATE
step_progress to sergak_app: DELETE, INSERT, SELECT, UPDATE
step_progress to sergak_reader: SELECT
step_progress to sergak_system: DELETE, INSERT, SELECT, UPDATE
tag_action_courses to sergak_app: DELETE, INSERT, SELECT, UPDATE
tag_action_courses to sergak_reader: SELECT
tag_action_courses to sergak_system: DELETE, INSERT, SELECT, UPDATE
tag_action_emails to sergak_app: DELETE, INSERT, SELECT, UPDATE
tag_action_emails to sergak_reader: SELECT
tag_action_emails to sergak_system: DELETE, INSERT, SELECT, UPDATE
tag_action_runs to sergak_app: DELETE, INSERT, SELECT, UPDATE
tag_action_runs to sergak_reader: SELECT
tag_action_runs to sergak_system: DELETE, INSERT, SELECT, UPDATE
tag_actions to sergak_app: DELETE, INSERT, SELECT, UPDATE
tag_actions to sergak_reader: SELECT
tag_actions to sergak_system: DELETE, INSERT, SELECT, UPDATE
tag_employees to sergak_app: DELETE, INSERT, SELECT, UPDATE
tag_employees to sergak_reader: SELECT
tag_employees to sergak_system: DELETE, INSERT, SELECT, UPDATE
tags to sergak_app: DELETE, INSERT, SELECT, UPDATE
tags to sergak_reader: SELECT
tags to sergak_system: DELETE, INSERT, SELECT, UPDATE
task_events to sergak_app: DELETE, INSERT, SELECT, UPDATE
task_events to sergak_reader: SELECT
task_events to sergak_system: DELETE, INSERT, SELECT, UPDATE
template_categories to sergak_app: DELETE, INSERT, SELECT, UPDATE
template_categories to sergak_reader: SELECT
template_categories to sergak_system: DELETE, INSERT, SELECT, UPDATE
templates to sergak_app: DELETE, INSERT, SELECT, UPDATE
templates to sergak_reader: SELECT
templates to sergak_system: DELETE, INSERT, SELECT, UPDATE
theme_steps to sergak_app: DELETE, INSERT, SELECT, UPDATE
theme_steps to sergak_reader: SELECT
theme_steps to sergak_system: DELETE, INSERT, SELECT, UPDATE
themes to sergak_app: DELETE, INSERT, SELECT, UPDATE
themes to sergak_reader: SELECT
themes to sergak_system: DELETE, INSERT, SELECT, UPDATE
tracking_events to sergak_app: DELETE, INSERT, SELECT, UPDATE
tracking_events to sergak_reader: SELECT
tracking_events to sergak_system: DELETE, INSERT, SELECT, UPDATE
two_factor_codes to sergak_app: DELETE, INSERT, SELECT, UPDATE
two_factor_codes to sergak_reader: SELECT
two_factor_codes to sergak_system: DELETE, INSERT, SELECT, UPDATE
worker_heartbeats to sergak_system: DELETE, INSERT, SELECT, UPDATE

-- functions
CREATE OR REPLACE FUNCTION public.audit_hash(before bytea, number bigint, l audit_log)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select sha256(before || convert_to(jsonb_build_array(number, l.id, l.organization_id, l.actor_id, l.actor_name, l.action, l.target, l.changes,
    host(l.address), to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))::text, 'UTF8'))
$function$

CREATE OR REPLACE FUNCTION public.audit_lines_of(wanted uuid[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
declare
  org text := current_setting('app.org');
  found bigint[];
begin
  if cardinality(wanted) <= 3000 then
    select array_agg(distinct l.id) into found from unnest(wanted) one cross join lateral (
      select id from audit_log where organization_id::text = org and changes ? 'people' and audit_people(changes) && array[one]
      offset 0) l;
  else
    select array_agg(l.id) into found from audit_log l where l.organization_id = org::uuid and jsonb_typeof(l.changes->'people') = 'array'
      and exists (select from jsonb_array_elements_text(l.changes->'people') one where one in (select unnest(wanted)::text));
  end if;
  return coalesce(found, '{}');
end $function$

CREATE OR REPLACE FUNCTION public.audit_origin(org uuid)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select sha256(convert_to('sergak audit ' || org::text, 'UTF8'))
$function$

CREATE OR REPLACE FUNCTION public.audit_pend()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into audit_pending (organization_id, log_id) values (new.organization_id, new.id);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.audit_people(changes jsonb)
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE COST 100000
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(array_agg(one::uuid), '{}')
  from jsonb_array_elements_text(case when jsonb_typeof(changes->'people') = 'array' then changes->'people' else '[]' end) one
  where one ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
$function$

CREATE OR REPLACE FUNCTION public.delivery_day(state text, result smallint, sent_at timestamp with time zone, send_at timestamp with time zone, time_zone text)
 RETURNS date
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case when state = 'sent' or result > 0 then (coalesce(sent_at, send_at) at time zone time_zone)::date end
$function$

CREATE OR REPLACE FUNCTION public.end_emails(sender text, at timestamp with time zone, ids bigint[], states text[], replies text[], moments timestamp with time zone[], tries integer[], count_attempts integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  since constant timestamptz := date_bin('10 seconds', at, 'epoch');
  ordered int;
begin
  with locked as materialized (
    select id from campaign_recipients where id = any (ids) order by id for update),
  ended as (
    update campaign_recipients r
    set state = d.state, reply = coalesce(d.reply, r.reply), send_at = coalesce(d.send_at, r.send_at), attempts = r.attempts + d.tries,
      sent_at = case when d.state = 'sent' then at else r.sent_at end,
      lease_until = case when d.state = 'unknown' then r.lease_until end,
      lease_owner = case when d.state = 'unknown' then r.lease_owner end
    from unnest(ids, states, replies, moments, tries) as d (id, state, reply, send_at, tries)
    where r.id = d.id and r.id in (select id from locked) and r.lease_owner = sender
      and (r.state in ('claimed', 'handing_over') or (r.state = 'unknown' and d.state in ('sent', 'failed')))
    returning r.organization_id, r.campaign_id, d.state),
  given_back as (
    update sending_days s set taken = greatest(0, s.taken - b.emails)
    from (select organization_id, count(*)::int as emails from ended where state in ('retry', 'queued', 'failed', 'cancelled') group by 1) b
    where s.organization_id = b.organization_id
      and s.day = (select max(l.day) from sending_days l where l.organization_id = b.organization_id))
  select count(enqueue('statistics.count-sent',
    json_build_object('organization_id', c.organization_id, 'campaign_id', c.id, 'since', since),
    'statistics-sent:' || c.id || ':' || extract(epoch from since)::bigint, since + interval '10 seconds', attempts => count_attempts))
  into ordered
  from (select id, organization_id from campaigns
    where id in (select campaign_id from ended where state = 'sent') and not is_testing order by id) c;
end $function$

CREATE OR REPLACE FUNCTION public.enqueue(name text, payload json, key text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, queue text DEFAULT NULL::text, attempts integer DEFAULT 5)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select (graphile_worker.add_job(name, payload, job_key := key, run_at := run_at, queue_name := queue, max_attempts := attempts)).id
$function$

CREATE OR REPLACE FUNCTION public.enqueue_many(name text, payloads json[], keys text[], attempts integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select count(*) from graphile_worker.add_jobs(array(
    select (name, j.payload, null, null, attempts, j.key, 10::int, null)::graphile_worker.job_spec
    from unnest(payloads, keys) as j (payload, key)))
$function$

CREATE OR REPLACE FUNCTION public.find_employees(needle text, most integer, OUT total integer, OUT ids text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
declare
  words text[] := array(select word from regexp_split_to_table(lower(btrim(needle)), '\s+') as word where word <> '');
  people text := format('from employees where deleted_at is null and organization_id = %L::uuid', current_setting('app.org'));
  conditions text;
  matching int := 0;
  found uuid[] := '{}';
begin
  if words <> '{}' then
    select string_agg(format('strpos(search_text, %L) > 0', word), ' and ') into conditions from unnest(words) as word;
    execute format('select count(*) filter (where %s) from (select search_text %s limit 1000) first', conditions, people)
      into matching;
    if matching >= 20 then return; end if;
    select string_agg(format('search_text like %L',
        '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
      into conditions from unnest(words) as word;
    execute format('select array(select id %s and %s limit %s)', people, conditions, most + 1) into found;
  end if;
  if cardinality(found) <= most then
    total := cardinality(found);
    ids := found::text;
  end if;
end $function$

CREATE OR REPLACE FUNCTION public.hand_over_emails(sender text, ids bigint[])
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    update campaign_recipients r set state = 'handing_over'
    from campaigns c, organizations o
    where r.id = any (ids) and r.state = 'claimed' and r.lease_owner = sender
      and c.id = r.campaign_id and c.status = 'active' and o.id = r.organization_id and not o.sending_paused
    returning r.id;
end $function$

CREATE OR REPLACE FUNCTION public.keep_domain_in_one_tree()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- Two trees that verify one domain at the same moment come one after the other.
  perform pg_advisory_xact_lock(hashtext('mail-domain'), hashtext(new.domain));
  if exists (
    select from organization_domains d join organizations o on o.id = d.organization_id
    where d.domain = new.domain and d.confirmed_at is not null and d.organization_id <> current_setting('app.org')::uuid
      and o.path[1] <> (select path[1] from organizations where id = current_setting('app.org')::uuid)) then
    raise exception 'domain % is verified by another tree of organisations', new.domain using errcode = 'SG002';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.keep_former_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- Lowered in several steps within 30 days: the highest role counts.
  if old.role_lowered_at is null or old.role_lowered_at < now() - interval '30 days'
    or role_rank(old.former_role) < role_rank(old.role) then
    new.former_role := old.role;
  end if;
  new.role_lowered_at := now();
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.keep_last_super_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (
    select from organizations where id = old.organization_id and parent_id is null and removal_started_at is null) then
    return coalesce(new, old);
  end if;
  perform pg_advisory_xact_lock(hashtext('powers'), hashtext(old.organization_id::text));
  if not exists (
    select from employees
    where organization_id = old.organization_id and role = 'super_user' and deleted_at is null and id <> old.id) then
    raise exception 'the last super user of % stays', old.organization_id using errcode = 'SG001';
  end if;
  return coalesce(new, old);
end $function$

CREATE OR REPLACE FUNCTION public.live_jobs(keys text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select key from graphile_worker.jobs where key = any(keys) and (locked_at is not null or attempts < max_attempts)
$function$

CREATE OR REPLACE FUNCTION public.lock_licence(OUT users_limit integer, OUT users_count integer, OUT given_to_children integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  org uuid := current_setting('app.org')::uuid;
begin
  select o.users_limit into users_limit from organizations o where o.id = org for no key update;
  -- one statement, so that a person who has just come back is not counted with the place kept for him or her
  select (select count(*) from employees e where e.organization_id = org and e.deleted_at is null)
    + (select coalesce(sum(b.seats), 0) from bulk_works b where b.organization_id = org) into users_count;
  select coalesce(sum(o.users_limit), 0) into given_to_children from organizations o where o.parent_id = org;
end $function$

CREATE OR REPLACE FUNCTION public.organizations_with_jobs(names text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select distinct j.payload->>'organization_id' from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = any(names) and (j.locked_at is not null or j.attempts < j.max_attempts)
$function$

CREATE OR REPLACE FUNCTION public.prune_audit(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  org uuid := current_setting('app.org')::uuid;
  chain audit_chains;
  upto bigint;
begin
  select * into chain from audit_chains where organization_id = org for update;
  -- The longest beginning of the chain whose lines are all old enough: the policy hides the others, and a line that is
  -- missing ends it too, so that what was tampered with is not tidied away.
  select coalesce(min(o.number) filter (where not o.old) - 1, max(o.number)) into upto from (
    select s.number, l.id is not null as old
    from audit_seals s left join audit_log l on l.id = s.log_id and l.organization_id = s.organization_id
    where s.organization_id = org and s.number > chain.checkpoint_number order by s.number limit most) o;
  if upto is null or upto <= chain.checkpoint_number then
    return 0;
  end if;
  update audit_chains c set checkpoint_number = upto, checkpoint_at = now(),
    checkpoint = (select s.hash from audit_seals s where s.organization_id = org and s.number = upto)
  where c.organization_id = org;
  delete from audit_log l using audit_seals s
    where s.organization_id = org and s.number <= upto and l.organization_id = org and l.id = s.log_id;
  delete from audit_seals s where s.organization_id = org and s.number <= upto;
  return (upto - chain.checkpoint_number)::int;
end $function$

CREATE OR REPLACE FUNCTION public.retally_emails()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  lock table campaign_tallies in share row exclusive mode;
  delete from campaign_tallies where organization_id = new.id;
  insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, delivered_on, emails)
  select organization_id, campaign_id, email_id, state, result, clicked_at is not null, attachment_opened_at is not null,
    reported_at is not null, delivery_day(state, result, sent_at, send_at, new.time_zone), count(*)
  from campaign_recipients where organization_id = new.id group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.role_rank(role text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case role when 'super_user' then 5 when 'system_admin' then 4 when 'operator' then 3
    when 'content_manager' then 2 when 'employee' then 1 else 0 end
$function$

CREATE OR REPLACE FUNCTION public.seal_audit(org uuid, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  chain audit_chains;
  line audit_log;
  sealed int := 0;
begin
  insert into audit_chains (organization_id, head, checkpoint) values (org, audit_origin(org), audit_origin(org)) on conflict do nothing;
  select * into chain from audit_chains where organization_id = org for update;
  for line in
    select l.* from audit_pending p join audit_log l on l.organization_id = p.organization_id and l.id = p.log_id
    where p.organization_id = org order by p.log_id limit most
  loop
    chain.last_number := chain.last_number + 1;
    chain.head := audit_hash(chain.head, chain.last_number, line);
    insert into audit_seals (organization_id, number, log_id, hash) values (org, chain.last_number, line.id, chain.head);
    delete from audit_pending where organization_id = org and log_id = line.id;
    sealed := sealed + 1;
  end loop;
  update audit_chains set last_number = chain.last_number, head = chain.head where organization_id = org;
  return sealed;
end $function$

CREATE OR REPLACE FUNCTION public.store_hits(keys text[], hits uuid[], acts integer[], moments bigint[], sources integer[], programs integer[], rulings integer[], filled text[], source_addresses inet[], program_agents text[], program_systems text[], program_browsers text[], before_sending text[], freshly_after text[], recently_after text[], long_after text[], fresh interval, recent interval, walks interval, walked_least integer, crowd_least integer, again boolean, rises_after_end interval, reacted uuid[], react_in interval, react_attempts integer, refresh_attempts integer)
 RETURNS TABLE(place bigint, campaign_id uuid, email_id uuid, address text, last_name text, first_name text, middle_name text, "position" text, department text, human boolean, unconfirmed boolean, reacting boolean)
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
begin
  if again then
    -- Waits for an earlier attempt that may still be running: its events hold these rows.
    perform 1 from campaign_recipients r where r.tracking_key = any (keys) order by r.id for update;
  end if;
  return query
  with seen as materialized (
    select h.place, h.hit, h.act, h.at, h.source, h.program, h.fields, r.id, r.organization_id, r.campaign_id, r.email_id, r.employee_id,
      r.address, r.last_name, r.first_name, r.middle_name, r.position, r.department, r.result, r.os, r.sent_at,
      r.opened_at, r.clicked_at, r.attachment_opened_at, r.entered_at,
      case when again then (select e.verdict from tracking_events e
        where e.organization_id = r.organization_id and e.recipient_id = r.id and e.hit = h.hit) end as stored,
      case when r.sent_at is null then before_sending[h.ruling] when h.at - r.sent_at < fresh then freshly_after[h.ruling] when h.at - r.sent_at < recent then recently_after[h.ruling]
        else long_after[h.ruling] end as word
    from (select u.key, u.hit, u.place, u.act, to_timestamp(u.moment / 1000.0) as at, u.source, u.program, u.ruling, u.fields
      from unnest(keys, hits, acts, moments, sources, programs, rulings, filled)
        with ordinality as u (key, hit, act, moment, source, program, ruling, fields, place)) h
    join campaign_recipients r on r.tracking_key = h.key),
  walkers as materialized (
    select p.campaign_id, p.address
    from (select distinct campaign_id, source_addresses[source] as address from seen
      where act in (2, 3) and word = '' and sent_at is not null and at - sent_at < walks) p
    cross join lateral (select count(*) as n from (select 1 from tracking_events e where e.campaign_id = p.campaign_id
      and e.address = p.address and e.verdict = 'unconfirmed' and not e.human and e.kind in ('clicked', 'opened_attachment')) e) waiting
    where waiting.n >= walked_least and waiting.n > (
      select coalesce(sum(t.emails), 0) from campaign_tallies t where t.campaign_id = p.campaign_id and t.clicked)),
  crowds as materialized (
    select p.campaign_id, p.address
    from (select distinct campaign_id, source_addresses[source] as address from seen where act = 1 and word = 'unconfirmed') p
    where (select count(distinct x.id) from (
        select s.id from seen s where s.campaign_id = p.campaign_id and source_addresses[s.source] is not distinct from p.address
        union all
        select e.recipient_id from (select t.recipient_id, t.address from tracking_events t
          where t.campaign_id = p.campaign_id order by t.id desc limit 50) e where e.address is not distinct from p.address) x) >= crowd_least),
  weighed as materialized (
    select s.*, case
      when s.word = 'unconfirmed' or (s.word = '' and s.act in (2, 3) and s.sent_at is not null and s.at - s.sent_at < walks and exists (
          select from walkers w where w.campaign_id = s.campaign_id and w.address = source_addresses[s.source]))
      then case when exists (select from organizations o
            where o.id = s.organization_id and source_addresses[s.source] <<= any (o.own_networks)) then ''
          when s.act = 1 and not exists (select from crowds c
            where c.campaign_id = s.campaign_id and c.address is not distinct from source_addresses[s.source]) then ''
          else 'unconfirmed' end
      else s.word end as weight
    from seen s),
  judged as materialized (
    select w.*, coalesce(w.stored, case
      when w.weight <> '' or w.act < 4 or (w.clicked_at is not null or w.attachment_opened_at is not null) or exists (
        select from weighed c where c.id = w.id and c.place < w.place and c.act in (2, 3) and c.weight = '')
      then w.weight
      when exists (select from tracking_events e where e.recipient_id = w.id and e.verdict = 'unconfirmed' and not e.human and e.kind in ('clicked', 'opened_attachment')
          and e.user_agent = program_agents[w.program])
      then case when w.act = 5 or w.fields <> '' then '' else 'unconfirmed' end
      else 'no_click_before' end) as verdict
    from weighed w),
  facts as materialized (
    select c.id, c.is_testing, coalesce(c.completed_at, c.end_at) + rises_after_end as rises_until
    from campaigns c where c.id = any (array(select distinct campaign_id from seen))),
  added as (
    insert into tracking_events (organization_id, campaign_id, recipient_id, hit, kind, at, address, user_agent, os, browser, human, verdict, fields)
    select j.organization_id, j.campaign_id, j.id, j.hit,
      (array['opened', 'clicked', 'opened_attachment', 'entered_data', 'used_page'])[j.act], j.at,
      source_addresses[j.source], program_agents[j.program], program_systems[j.program], program_browsers[j.program],
      j.verdict in ('', 'image_proxy', 'confirmed'), j.verdict, string_to_array(j.fields, ',')
    from judged j where j.stored is null
    on conflict (organization_id, recipient_id, hit) do nothing),
  awaited as materialized (
    select x.place
    from (select distinct id, program_agents[program] as agent, source_addresses[source] as address
      from judged where verdict = '' and (act = 5 or (act = 4 and fields <> '')) order by 1) v
    cross join lateral (select e.ctid as place from tracking_events e
      where e.recipient_id = v.id and e.verdict = 'unconfirmed' and not e.human and e.overruled_at is null
        and (e.user_agent = v.agent or (e.kind = 'opened' and e.address = v.address)) offset 0) x),
  settled as (
    update tracking_events e set human = true, verdict = 'confirmed'
    where e.ctid = any (array(select place from awaited)) and e.verdict = 'unconfirmed' and not e.human and e.overruled_at is null
    returning e.recipient_id, e.campaign_id, e.kind, e.at, e.os),
  risen as (
    update campaign_recipients r set result = greatest(r.result, d.act), opened_at = least(r.opened_at, d.opened_at),
      clicked_at = least(r.clicked_at, d.clicked_at), attachment_opened_at = least(r.attachment_opened_at, d.attachment_opened_at),
      entered_at = least(r.entered_at, d.entered_at), os = coalesce(r.os, d.os, program_systems[programs[d.named]])
    from (
      select m.id, max(m.act)::smallint as act, min(m.at) filter (where m.act = 1) as opened_at,
        min(m.at) filter (where m.act = 2) as clicked_at, min(m.at) filter (where m.act = 3) as attachment_opened_at,
        min(m.at) filter (where m.act = 4) as entered_at, max(m.os) as os, min(m.named) as named
      from (
        select j.id, j.campaign_id, j.act, j.at, null as os,
          case when j.verdict <> 'image_proxy' and program_systems[j.program] is not null then j.place end as named
        from judged j
        where j.act < 5 and j.verdict in ('', 'image_proxy', 'confirmed')
          and (j.result < j.act or (j.act = 1 and (j.opened_at is null or j.at < j.opened_at))
            or (j.act = 2 and (j.clicked_at is null or j.at < j.clicked_at))
            or (j.act = 3 and (j.attachment_opened_at is null or j.at < j.attachment_opened_at))
            or (j.act = 4 and (j.entered_at is null or j.at < j.entered_at))
            or (j.os is null and j.verdict <> 'image_proxy' and program_systems[j.program] is not null))
        union all
        select s.recipient_id, s.campaign_id, case s.kind when 'opened' then 1 when 'clicked' then 2 when 'opened_attachment' then 3 else 4 end,
          s.at, s.os, null from settled s) m
      join facts c on c.id = m.campaign_id and m.at <= c.rises_until
      group by m.id order by m.id) d
    where r.id = d.id
    returning r.organization_id, r.campaign_id, r.employee_id),
  followed as materialized (
    select g.*, c.id = any (reacted) as due from (
      select r.campaign_id, r.organization_id, array_agg(r.employee_id) as people from risen r group by 1, 2) g
    join facts c on c.id = g.campaign_id and not c.is_testing),
  queued as materialized (
    select f.campaign_id, f.due, enqueue('statistics.refresh-people',
        json_build_object('organization_id', f.organization_id, 'employee_ids', f.people), attempts => refresh_attempts),
      case when not f.due then enqueue('campaigns.react-to-results',
        json_build_object('organization_id', f.organization_id, 'campaign_id', f.campaign_id),
        'campaign-react:' || f.campaign_id, now() + react_in, attempts => react_attempts) end
    from followed f)
  select j.place, j.campaign_id, j.email_id, j.address, j.last_name, j.first_name, j.middle_name, j.position, j.department,
    j.verdict in ('', 'image_proxy', 'confirmed'), j.verdict = 'unconfirmed',
    (select not q.due from queued q where q.campaign_id = j.campaign_id)
  from judged j;
end $function$

CREATE OR REPLACE FUNCTION public.tally_emails()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, delivered_on, emails)
    select l.organization_id, l.campaign_id, l.email_id, l.state, l.result, l.clicked_at is not null,
      l.attachment_opened_at is not null, l.reported_at is not null,
      delivery_day(l.state, l.result, l.sent_at, l.send_at, o.time_zone), count(*)
    from emails_after l join organizations o on o.id = l.organization_id group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  elsif tg_op = 'DELETE' then
    insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, delivered_on, emails)
    select l.organization_id, l.campaign_id, l.email_id, l.state, l.result, l.clicked_at is not null,
      l.attachment_opened_at is not null, l.reported_at is not null,
      delivery_day(l.state, l.result, l.sent_at, l.send_at, o.time_zone), -count(*)
    from emails_before l join campaigns c on c.id = l.campaign_id join organizations o on o.id = l.organization_id
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  else
    insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, delivered_on, emails)
    select l.organization_id, l.campaign_id, l.email_id, l.state, l.result, l.clicked_at is not null,
      l.attachment_opened_at is not null, l.reported_at is not null,
      delivery_day(l.state, l.result, l.sent_at, l.send_at, o.time_zone), sum(l.n)
    from (select 1 as n, a.* from emails_after a union all select -1, b.* from emails_before b) l
    join organizations o on o.id = l.organization_id
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(l.n) <> 0;
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.tasks_with_jobs(tasks text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select payload->>'event_id' from graphile_worker._private_jobs
  where payload->>'event_id' = any(tasks) and (locked_at is not null or attempts < max_attempts)
$function$

CREATE OR REPLACE FUNCTION public.tenant_table(t regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('alter table %s enable row level security', t);
  execute format('alter table %s force row level security', t);
  execute format('create policy tenant on %s to sergak_app
    using (organization_id = (select current_setting(''app.org''))::uuid)
    with check (organization_id = (select current_setting(''app.org''))::uuid)', t);
  execute format('create policy subtree on %s for select to sergak_reader
    using (organization_id = any ((select current_setting(''app.orgs''))::uuid[]))', t);
  execute format('create policy system on %s to sergak_system using (true) with check (true)', t);
  execute format('grant select, insert, update, delete on %s to sergak_app, sergak_system', t);
  execute format('grant select on %s to sergak_reader', t);
end $function$


-- triggers
CREATE TRIGGER audit_pend AFTER INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION audit_pend()
CREATE TRIGGER keep_domain_in_one_tree BEFORE INSERT OR UPDATE OF confirmed_at ON public.organization_domains FOR EACH ROW WHEN (((new.confirmed_at IS NOT NULL) AND (new.domain !~ '\.test$'::text))) EXECUTE FUNCTION keep_domain_in_one_tree()
CREATE TRIGGER keep_former_role BEFORE UPDATE OF role ON public.employees FOR EACH ROW WHEN ((role_rank(new.role) < role_rank(old.role))) EXECUTE FUNCTION keep_former_role()
CREATE TRIGGER keep_last_super_user BEFORE UPDATE OF role, deleted_at ON public.employees FOR EACH ROW WHEN (((old.role = 'super_user'::text) AND (old.deleted_at IS NULL) AND ((new.role <> 'super_user'::text) OR (new.deleted_at IS NOT NULL)))) EXECUTE FUNCTION keep_last_super_user()
CREATE TRIGGER keep_last_super_user_row BEFORE DELETE ON public.employees FOR EACH ROW WHEN (((old.role = 'super_user'::text) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION keep_last_super_user()
CREATE TRIGGER tally_added AFTER INSERT ON public.campaign_recipients REFERENCING NEW TABLE AS emails_after FOR EACH STATEMENT EXECUTE FUNCTION tally_emails()
CREATE TRIGGER tally_changed AFTER UPDATE ON public.campaign_recipients REFERENCING OLD TABLE AS emails_before NEW TABLE AS emails_after FOR EACH STATEMENT EXECUTE FUNCTION tally_emails()
CREATE TRIGGER tally_removed AFTER DELETE ON public.campaign_recipients REFERENCING OLD TABLE AS emails_before FOR EACH STATEMENT EXECUTE FUNCTION tally_emails()
CREATE TRIGGER time_zone_changed AFTER UPDATE OF time_zone ON public.organizations FOR EACH ROW WHEN ((old.time_zone IS DISTINCT FROM new.time_zone)) EXECUTE FUNCTION retally_emails()
