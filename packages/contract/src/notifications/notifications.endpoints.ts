import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { paging } from '../paging.ts';
import * as s from './notifications.schema.ts';

const allow = 'admin';

// None of these calls is in the specification.
export const notificationsEndpoints = defineEndpoints({
  'notifications.waiting': {
    method: 'GET', path: '/notifications/waiting', permission: allow,
    about: 'What waits for the caller in the acting organisation, the most urgent first.',
    response: s.waiting, results: 'none',
  },
  'notifications.list': {
    method: 'GET', path: '/notifications', permission: allow,
    about: 'Notifications that the caller may see, the latest first, with the number of unread ones whose cause lasts.',
    query: z.strictObject({ ...paging }), response: s.notificationPage, results: 'none',
  },
  'notifications.read': {
    method: 'POST', path: '/notifications/read', permission: allow,
    about: 'Marks these notifications as read by the caller, or all of them with null. It does not end them.',
    body: s.readBody, response: z.object({ unread: z.int() }),
    audit: { none: 'only the view of the caller changes' }, touches: ['notifications'],
  },
  'notifications.choices': {
    method: 'GET', path: '/notifications/choices', permission: allow, tenant: 'home',
    about: 'How the caller hears about each kind of notification.',
    response: s.choices,
  },
  'notifications.choose': {
    method: 'PUT', path: '/notifications/choices', permission: allow, tenant: 'home',
    about: 'Chooses how the caller hears about kinds of notifications; kinds that are not named keep their way.',
    body: s.choicesBody, response: s.choices,
    audit: { none: 'only what the caller hears changes' }, touches: ['notifications'],
  },
  'notifications.quiet-hours': {
    method: 'GET', path: '/notifications/quiet-hours', permission: 'admin.settings.adfs',
    about: 'The hours in which the organisation sends no emails about notifications.',
    response: s.quietHours,
  },
  'notifications.set-quiet-hours': {
    method: 'PUT', path: '/notifications/quiet-hours', permission: 'admin.settings.adfs',
    about: 'Sets the hours in which the organisation sends no emails about notifications.',
    body: s.quietHoursBody, response: s.quietHours, errors: ['common.stale_version'],
    audit: { action: 'organization.quiet_hours_set' }, touches: ['notifications'],
  },
});
