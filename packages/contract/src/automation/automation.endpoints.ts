import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { id, idParam, list, page, paging } from '../paging.ts';
import { LIFE_DAYS_MAX, TAG_FILE_MAX } from '../tags/tags.rules.ts';
import { tag } from '../tags/tags.schema.ts';
import { FORECAST_DAYS } from './automation.rules.ts';
import {
  changeForecast, courseAction, courseIds, forecast, messageChanges, newMessage, phishingAction, phishingDefer, phishingTemplates, personRun,
  runsPage, runsQuery, savedTag, scormAction, scormIds, proposedChange, tagAction, tagAutophishing, tagSaved,
} from './automation.schema.ts';

const allow = 'admin.staff.tags';
const tagParam = z.strictObject({ tagId: id });
const messageParam = z.strictObject({ tagId: id, messageId: id });
const days = z.coerce.number().int().min(1).max(60).default(FORECAST_DAYS);
const courseList = z.object({ course_ids: z.array(z.uuid()), defer_by: z.int(), period: z.int().nullable(), version: z.int().nullable() });
const scormList = z.object({ cmi_course_ids: z.array(z.uuid()), defer_by: z.int(), period: z.int().nullable(), version: z.int().nullable() });
const courseErrors = ['tag.not_found', 'course.not_found', 'course.not_published', 'course.archived', 'action.defer_too_long'] as const;

export const automationEndpoints = defineEndpoints({
  // Not in the specification: all actions of a tag in one response.
  'automation.actions': {
    method: 'GET', path: '/users/tags/:id/actions', permission: allow,
    about: 'Actions that a tag runs for each person who joins.',
    params: idParam, response: list(tagAction), errors: ['tag.not_found'],
  },
  // Not in the specification: one click on Save of the page of a tag is one call.
  'automation.save': {
    method: 'POST', path: '/users/tags/:id/save', permission: allow,
    about: 'Saves the rules and the actions of a tag together: first the rules, then removed actions, then added and changed actions. On any error nothing is stored. Adding an action requires a valid licence.',
    params: idParam, body: savedTag, response: tagSaved,
    errors: [
      ...courseErrors, 'tag.system_tag', 'action.not_found', 'action.taken', 'action.not_for_tag', 'email.not_found',
      'common.stale_version', 'licence.expired',
    ],
    audit: { action: 'tag.changed' }, touches: ['tags', 'automation', 'employees'],
  },
  'automation.courses': {
    method: 'GET', path: '/users/tags/:id/courses', permission: allow,
    about: 'Courses that the course action of a tag assigns.',
    params: idParam, response: courseList, errors: ['tag.not_found'],
  },
  'automation.set-courses': {
    method: 'PATCH', path: '/users/tags/:id/courses', permission: allow,
    about: 'Replaces the courses of the course action. Courses that people already received are kept.',
    params: idParam, body: courseIds, response: tagAction, errors: [...courseErrors, 'action.not_found', 'common.stale_version'],
    audit: { action: 'action.changed' }, touches: ['tags', 'automation'],
  },
  'automation.scorm-courses': {
    method: 'GET', path: '/users/tags/:id/courses/scorm', permission: allow,
    about: 'SCORM courses that the course action of a tag assigns.',
    params: idParam, response: scormList, errors: ['tag.not_found'],
  },
  'automation.set-scorm-courses': {
    method: 'PATCH', path: '/users/tags/:id/courses/scorm', permission: allow,
    about: 'Replaces the SCORM courses of the course action.',
    params: idParam, body: scormIds, response: tagAction, errors: [...courseErrors, 'action.not_found', 'common.stale_version'],
    audit: { action: 'action.changed' }, touches: ['tags', 'automation'],
  },
  'automation.add-courses': {
    method: 'POST', path: '/users/tags/action/courses', permission: allow,
    about: 'Adds the course action of a tag. A tag has at most one.',
    body: courseAction, response: tagAction, errors: [...courseErrors, 'action.taken'],
    audit: { action: 'action.added' }, touches: ['tags', 'automation'], licensed: true,
  },
  'automation.add-scorm-courses': {
    method: 'POST', path: '/users/tags/action/courses/scorm', permission: allow,
    about: 'Adds SCORM courses to the course action of a tag; the action is created if the tag has none.',
    body: scormAction, response: tagAction, errors: [...courseErrors, 'action.taken'],
    audit: { action: 'action.added' }, touches: ['tags', 'automation'], licensed: true,
  },
  'automation.remove-courses': {
    method: 'DELETE', path: '/users/tags/:id/action/courses', permission: allow,
    about: 'Deletes the course action. Courses that were already assigned are kept.',
    params: idParam, response: z.null(), errors: ['tag.not_found', 'action.not_found'],
    audit: { action: 'action.removed' }, touches: ['tags', 'automation'],
  },
  'automation.remove-scorm-courses': {
    method: 'DELETE', path: '/users/tags/:id/action/courses/scorm', permission: allow,
    about: 'Removes the SCORM courses from the course action, and deletes the action if no course is left.',
    params: idParam, response: z.null(), errors: ['tag.not_found', 'action.not_found'],
    audit: { action: 'action.removed' }, touches: ['tags', 'automation'],
  },
  'automation.messages': {
    method: 'GET', path: '/users/tags/:id/message', permission: allow,
    about: 'Emails of a tag, including registration links.',
    params: idParam, response: list(tagAction), errors: ['tag.not_found'],
  },
  'automation.add-message': {
    method: 'POST', path: '/users/tags/message', permission: allow,
    about: 'Adds an email. An email with a registration link can be added only to the tag of unregistered people.',
    body: newMessage, response: tagAction, errors: ['tag.not_found', 'action.not_for_tag', 'action.defer_too_long'],
    audit: { action: 'action.added' }, touches: ['tags', 'automation'], licensed: true,
  },
  'automation.update-message': {
    method: 'PATCH', path: '/users/tags/:tagId/message/:messageId', permission: allow,
    about: 'Changes an email of a tag. People who already received the email do not receive it again.',
    params: messageParam, body: messageChanges, response: tagAction,
    errors: ['tag.not_found', 'action.not_found', 'action.defer_too_long', 'common.stale_version'],
    audit: { action: 'action.changed' }, touches: ['tags', 'automation'],
  },
  'automation.remove-message': {
    method: 'DELETE', path: '/users/tags/:tagId/message/:messageId', permission: allow,
    about: 'Deletes an email of a tag.',
    params: messageParam, response: z.null(), errors: ['tag.not_found', 'action.not_found'],
    audit: { action: 'action.removed' }, touches: ['tags', 'automation'],
  },
  'automation.autophishing': {
    method: 'GET', path: '/users/tags/:tagId/autophishing', permission: allow,
    about: 'Whether the tag can send simulations, and the campaigns it created.',
    params: tagParam, response: tagAutophishing, errors: ['tag.not_found'],
  },
  'automation.phishing': {
    method: 'GET', path: '/users/tags/:tagId/phishing', permission: allow,
    about: 'Emails of the phishing action of a tag.',
    params: tagParam,
    response: z.object({ templates_ids: z.array(z.uuid()), defer_by: z.int(), version: z.int().nullable() }), errors: ['tag.not_found'],
  },
  'automation.add-phishing': {
    method: 'POST', path: '/users/tags/:tagId/action/phishing', permission: allow,
    about: 'Adds the phishing action of a tag: each member receives one of its emails, `defer_by` days after joining. A tag has at most one.',
    params: tagParam, body: phishingAction, response: tagAction,
    errors: ['tag.not_found', 'action.not_for_tag', 'action.taken', 'action.defer_too_long', 'email.not_found', 'email.sender_domain'],
    audit: { action: 'action.added' }, touches: ['tags', 'automation'], licensed: true,
  },
  'automation.remove-phishing': {
    method: 'DELETE', path: '/users/tags/:tagId/action/phishing', permission: allow,
    about: 'Deletes the phishing action. Emails that were already sent are still tracked.',
    params: tagParam, response: z.null(), errors: ['tag.not_found', 'action.not_found'],
    audit: { action: 'action.removed' }, touches: ['tags', 'automation'],
  },
  'automation.set-phishing-templates': {
    method: 'PATCH', path: '/users/tags/:tagId/phishing/templates', permission: allow,
    about: 'Replaces the emails of the phishing action.',
    params: tagParam, body: phishingTemplates, response: tagAction,
    errors: ['tag.not_found', 'action.not_found', 'email.not_found', 'email.sender_domain', 'common.stale_version'],
    audit: { action: 'action.changed' }, touches: ['tags', 'automation'],
  },
  'automation.set-phishing-defer': {
    method: 'PATCH', path: '/users/tags/:tagId/phishing/defer-by', permission: allow,
    about: 'Changes the delay of the phishing action in days.',
    params: tagParam, body: phishingDefer, response: tagAction,
    errors: ['tag.not_found', 'action.not_found', 'action.defer_too_long', 'common.stale_version'],
    audit: { action: 'action.changed' }, touches: ['tags', 'automation'],
  },
  // Not in the specification: the log of the actions.
  'automation.runs': {
    method: 'GET', path: '/users/tags/:id/log', permission: allow,
    about: 'What a tag has done for each person, newest first, with the reason for each action that did not run.',
    params: idParam, query: runsQuery, response: runsPage.meta({ result: true }), errors: ['tag.not_found'],
  },
  // Not in the specification: the same log for one person, on the staff page.
  'automation.person-runs': {
    method: 'GET', path: '/users/employee/:id/tag-log', permission: 'admin.staff.employees',
    about: 'What tags have done for a person, newest first. A deleted tag appears under its last title.',
    params: idParam, query: z.strictObject({ ...paging }), response: page(personRun).meta({ result: true }), errors: ['employee.not_found'],
  },
  // Not in the specification: the dry run.
  'automation.forecast': {
    method: 'GET', path: '/users/tags/:id/forecast', permission: allow,
    about: 'Dry run: what each person would receive from a tag in the next days if nothing changes.',
    params: idParam, query: z.strictObject({ days }), response: forecast, errors: ['tag.not_found'],
  },
  // Not in the specification: the dry run of a change that has not been saved yet.
  'automation.forecast-change': {
    method: 'POST', path: '/users/tags/:id/forecast', permission: allow, costs: 'preview',
    about: 'Dry run: effect in the next days of other rules of a tag, of switching its actions on or off, or of adding people to it.',
    params: idParam, query: z.strictObject({ days }), body: proposedChange, response: changeForecast,
    errors: ['tag.not_found', 'tag.system_tag'],
    audit: { none: 'it only foresees' }, touches: [],
  },
  'automation.forecast-file': {
    method: 'POST', path: '/users/tags/:id/forecast/xlsx', permission: allow, costs: 'import',
    about: 'Dry run: effect of adding the people of a spreadsheet to a tag.',
    params: idParam, query: z.strictObject({ days }), upload: { file: TAG_FILE_MAX }, response: changeForecast,
    errors: ['tag.not_found', 'tag.system_tag', 'import.unreadable', 'import.encoding_unknown', 'import.too_large', 'import.columns_missing', 'request.too_large'],
    audit: { none: 'it only foresees' }, touches: [],
  },
  // Not in the specification: the dry run for all tags.
  'automation.forecast-all': {
    method: 'GET', path: '/users/tags/forecast', permission: allow,
    about: 'Dry run: what each person would receive from any tag in the next days if nothing changes.',
    query: z.strictObject({ days }), response: forecast,
  },
  // Not in the specification: the hour of the day at which actions run.
  'automation.schedule': {
    method: 'GET', path: '/users/tags/schedule', permission: allow,
    about: 'The hour of the organisation’s day at which tag actions run.',
    response: z.object({ hour: z.int(), time_zone: z.string(), last_run_at: z.string().nullable(), next_run_at: z.string() }),
  },
  'automation.set-schedule': {
    method: 'PATCH', path: '/users/tags/schedule', permission: allow,
    about: 'Changes the hour at which tag actions run.',
    body: z.strictObject({ hour: z.int().min(0).max(23) }),
    response: z.object({ hour: z.int(), time_zone: z.string(), last_run_at: z.string().nullable(), next_run_at: z.string() }),
    audit: { action: 'automation.hour_set' }, touches: ['tags', 'automation'],
  },
  'automation.set-life-days': {
    method: 'PATCH', path: '/users/tags/default/:id/life-days', permission: allow,
    about: 'Changes how many days people count as newcomers, or how many days the actions for unregistered people run. Delays that no longer fit are reset to 0.',
    params: idParam, body: z.strictObject({ life_days: z.int().min(0).max(LIFE_DAYS_MAX), version: z.int().optional() }), response: tag,
    errors: ['tag.not_found', 'tag.system_tag', 'common.stale_version'],
    audit: { action: 'tag.changed' }, touches: ['tags', 'automation', 'employees'],
  },
});
