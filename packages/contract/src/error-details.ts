import { z } from 'zod';
import { formerHolder } from './employees/employees.schema.ts';
import type { ErrorCode } from './errors.ts';
import { courseUses, publishProblem } from './library/library.schema.ts';

const text = z.string();
const texts = z.array(text);
const count = z.int();
/** Fields of the input, each with the reason for which it is rejected. */
const fields = z.array(z.object({ field: text, code: text.optional(), message: text.optional() }));
const field = z.object({ field: text });
const role = z.object({ role: text });
const titled = z.object({ title: text });
const status = z.object({ status: text });
const limit = z.object({ limit: count });
const most = z.object({ most: count });
const minutes = z.object({ minutes: count });
const language = z.object({ language: text });
/** Faults of an email or page, each with its position. */
const faults = z.looseObject({ faults: z.array(z.unknown()).readonly() });
/** Why a campaign cannot be launched: the reason of the first check, with its values, and all checks that stop it. */
const stops = z.looseObject({ reason: text, stops: texts.readonly() });
const licence = z.object({
  users_limit: count.optional(),
  users_count: count.optional(),
  given_to_children: count.optional(),
  /** Seats that the action needs, and those that are free. */
  added: count.optional(),
  room: count.optional(),
  /** Seats that are taken, for a limit below them. */
  taken: count.optional(),
});

/**
 * The version that is stored now. Some calls also return what is stored, and the changes since the version of the caller; their
 * domains type these two.
 */
const staleDetails = z.object({
  version: count.optional(),
  current: z.unknown().optional(),
  changes: z.array(z.unknown()).readonly().optional(),
});
export type StaleDetails = z.output<typeof staleDetails>;

/** The `details` of each error code that has any. */
export const errorDetails = {
  'request.invalid': fields,
  'request.too_large': limit,
  'request.too_costly': minutes,
  'privacy.too_few': z.object({ least: count }),
  'privacy.campaigns_running': z.object({ number: count, names: texts.readonly() }),
  'authenticator.clock_off': minutes,
  'connection.address_rejected': z.object({ host: text }),
  'common.stale_version': staleDetails,
  'licence.users_limit': licence,
  'licence.expired': z.object({ end_date: text }),
  'employee.email_taken': z.object({ email: text.optional(), holder: text.optional() }),
  'employee.was_removed': formerHolder,
  'employee.email_invalid': fields,
  'employee.role_forbidden': role,
  'employee.change_forbidden': role,
  'employee.removal_forbidden': role,
  'employee.restore_forbidden': role,
  'employee.address_forbidden': role,
  'employee.selection_changed': z.object({ expected: count, found: count }),
  'import.unreadable': z.object({ code: text }),
  'import.columns_missing': z.object({ required: texts.readonly() }),
  'import.already_started': status,
  'import.leavers_many': z.object({ leavers: count, people: count }),
  'department.not_found': fields,
  'department.title_is_path': fields,
  'department.is_default': titled,
  'department.is_group': titled,
  'department.too_deep': z.object({ levels: count }),
  'tag.system_tag': titled,
  'action.taken': z.object({ type: text }),
  'action.not_for_tag': z.object({ title: text, type: text }),
  'action.defer_too_long': z.object({ field: text, max: count }),
  'course.in_use': courseUses,
  'course.not_ready': z.object({ problems: z.array(publishProblem).readonly() }),
  'course.not_published': titled,
  'course.archived': titled,
  'theme.in_use': z.object({ courses: z.array(z.unknown()).readonly() }),
  'module.in_use': z.object({ themes: z.array(z.unknown()).readonly(), courses: z.array(z.unknown()).readonly() }),
  'slide.limit': limit,
  'slide.media_missing': z.object({ path: text }),
  'step.unread': z.object({ left: count }),
  'step.too_few_questions': z.array(z.object({ step: count, questions: count })),
  'question.limit': z.object({ limit: count, count }),
  'question.invalid': fields,
  'answer.invalid': fields,
  'assignment.dates': fields,
  'assignment.unfinished': z.object({ left: count }),
  'assignment.not_started': z.object({ start_date: text }),
  'attempt.limit': z.object({ limit: count.nullable() }),
  'media.type_rejected': z.object({ field: text, kind: text }),
  'file.type_rejected': field,
  'file.quota': z.object({ owner: text, used: z.number(), limit: z.number() }),
  'picture.limit': limit,
  'picture.in_use': z.object({ used_in: z.array(z.unknown()).readonly() }),
  'attachment.type_rejected': z.object({ formats: texts.readonly(), found: text.nullable().optional() }),
  'template_category.in_use': z.object({ count, templates: texts.readonly() }),
  'template_category.exists': titled,
  'redirect_page.in_use': z.object({ campaigns: count }),
  'page.in_use': z.object({ emails: texts.readonly() }),
  'email.language_exists': language,
  'page.language_exists': language,
  'email.link_missing': faults,
  'email.link_dead': z.looseObject({ emails: z.array(z.unknown()).readonly() }),
  'email.attachment_missing': faults,
  'email.attachment_name': faults,
  'email.attachments_size': faults,
  'email.unknown_variable': faults,
  'email.variable_misplaced': faults,
  'page.form_missing': faults,
  'email.sender_domain': z.object({ domains: texts.readonly() }),
  'organization.working_hours': z.object({ work_from: count, work_to: count }),
  'organization.time_zone': z.object({ time_zone: text }),
  'organization.licence_dates': z.object({ earliest: text, latest: text }),
  'organization.has_children': z.object({ count }),
  'organization.domain_unverified': z.object({ domain: text, wanted: text, found: texts.readonly() }),
  'mail.daily_cap': z.object({ cap: count }),
  'mail.domain_unverified': z.object({ domain: text }),
  'campaign.dates': stops,
  'campaign.no_recipients': stops,
  'campaign.course_missing': stops,
  'campaign.page_missing': stops,
  'campaign.message_missing': stops,
  'campaign.finished': status,
  'campaign.not_active': status,
  'campaign.not_waiting': z.object({ status: text, approval: text.nullable() }),
  'campaign.approver_new': z.object({ days: count }),
  'presentation.needs_converter': z.object({ kind: text }),
  'presentation.links_outside': z.object({ part: text }),
  'presentation.too_many_slides': limit,
  'presentation.broken': z.object({ page: count }),
  'directory.invalid': fields,
  'task.limit': most,
  'certificate.too_many': most,
  'api_token.limit': most,
  'report_schedule.foreign_domain': z.object({ addresses: texts.readonly() }),
} as const satisfies Partial<Record<ErrorCode, z.ZodType>>;

/** The details of an error of this code; undefined for codes that have none. */
export type DetailsOf<C extends ErrorCode> = C extends keyof typeof errorDetails
  ? z.output<(typeof errorDetails)[C]>
  : undefined;
