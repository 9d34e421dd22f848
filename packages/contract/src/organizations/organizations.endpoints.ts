import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { campaignRow } from '../campaigns/campaigns.schema.ts';
import { bulkFields, selectionQuery } from '../employees/people-selection.schema.ts';
import { longTask } from '../tasks/bulk.schema.ts';
import { flag, id, idParam, list, page, paging } from '../paging.ts';
import { proofErrors } from '../session/proof.rules.ts';
import { ownPassword } from '../session/session.schema.ts';
import { LOGO_BYTES, TYPED_TITLE_MAX } from './organizations.rules.ts';
import {
  child, childChange, domainName, licence, logoKind, mailDomain, newChild, notice, organization, organizationChange,
  organizationPage, reminderConfig, setUp,
} from './organizations.schema.ts';

const allow = 'admin.organization';
const anyBelow = ['organization.not_found'] as const;
const dates = ['organization.licence_dates', 'organization.time_zone', 'organization.title_taken'] as const;
const logoOf = z.strictObject({ id, kind: logoKind });

export const organizationsEndpoints = defineEndpoints({
  'organizations.current': {
    method: 'GET', path: '/organizations/current', permission: 'admin',
    about: 'The organisation in which the session acts, and its licence.',
    response: z.object({ id: z.uuid(), title: z.string(), license: licence, sending_paused: z.boolean(), set_up_due: z.boolean() }),
  },
  'organizations.children': {
    method: 'GET', path: '/organizations/children', permission: allow, tenant: 'subtree',
    about: 'Child organisations of the acting organisation or of a descendant, with the used seats of each limit: own people and seats given to children.',
    query: z.strictObject({ parent_id: id.optional() }), response: list(child), errors: anyBelow,
  },
  'organizations.domains': {
    method: 'GET', path: '/organizations/domains', permission: allow,
    about: 'Mail domains. Only people at verified domains receive simulated phishing emails.',
    response: list(mailDomain),
  },
  'organizations.domain-add': {
    method: 'POST', path: '/organizations/domains', permission: allow,
    about: 'Adds a mail domain. A .test domain is verified at once, any other domain by a DNS TXT record.',
    body: z.strictObject({ domain: domainName }), response: mailDomain,
    errors: ['organization.domain_taken'],
    audit: { action: 'organization.domain_added' }, touches: ['organizations'],
  },
  'organizations.domain-verify': {
    method: 'POST', path: '/organizations/domains/:domain/verify', permission: allow, costs: 'connection',
    about: 'Checks the DNS TXT record now.',
    params: z.strictObject({ domain: domainName }), response: mailDomain,
    errors: ['organization.domain_unverified', 'organization.domain_elsewhere', 'organization.not_found'],
    transaction: { own: 'it asks the DNS, up to twelve seconds' },
    audit: { action: 'organization.domain_verified' }, touches: ['organizations'],
  },
  'organizations.domain-remove': {
    method: 'DELETE', path: '/organizations/domains/:domain', permission: allow,
    about: 'Removes a mail domain. People at this domain receive no more simulations.',
    params: z.strictObject({ domain: domainName }), response: z.null(), errors: ['organization.not_found'],
    audit: { action: 'organization.domain_removed' }, touches: ['organizations'],
  },
  'organizations.two-factor': {
    method: 'PATCH', path: '/organizations/twofa/processing', permission: 'admin.settings.adfs', least: 'system_admin',
    about: 'Switches two-factor authentication on or off for the whole organisation. Switching it off requires a proof of identity (session.proof); switching it on ends sessions that were opened without a code.',
    query: z.strictObject({ active: flag }), body: z.strictObject({ password: ownPassword }),
    response: z.object({ two_factor: z.boolean() }), errors: [...proofErrors],
    audit: { action: 'organization.two_factor_set' }, touches: ['organizations', 'session'],
  },
  'organizations.sending': {
    method: 'POST', path: '/organizations/current/sending', permission: 'admin.phishing',
    about: 'The kill switch: stops or allows all simulated phishing emails of the organisation at once.',
    body: z.strictObject({ paused: z.boolean() }), response: z.object({ sending_paused: z.boolean() }),
    audit: { action: 'organization.sending_switched' }, touches: ['organizations', 'campaigns'],
  },
  'organizations.save': {
    method: 'PATCH', path: '/organizations/current', permission: allow,
    about: 'Changes title, language, time zone, colours, working hours and sign-in rules.',
    body: organizationChange, response: organization,
    errors: [
      'common.stale_version', 'organization.time_zone', 'organization.title_taken', 'organization.working_hours', 'session.forbidden',
    ],
    audit: { action: 'organization.changed' }, touches: ['organizations', 'session'],
  },
  'organizations.set-up': {
    method: 'POST', path: '/organizations/current/set-up', permission: allow, least: 'super_user',
    about: 'Names the first organisation of a new installation and sets its language, time zone and seats, once. Later, seats are changed on the server.',
    body: setUp, response: z.object({ set_up_due: z.boolean() }),
    errors: ['common.conflict', 'organization.time_zone', 'licence.users_limit'],
    audit: { action: 'organization.changed' }, touches: ['organizations', 'session'],
  },
  'organizations.get': {
    method: 'GET', path: '/organizations/:id', permission: allow, tenant: { param: 'id' },
    about: 'One organisation of the caller’s subtree.',
    params: idParam, response: organizationPage, errors: anyBelow,
  },
  'organizations.campaigns': {
    method: 'GET', path: '/organizations/:id/campaigns', permission: allow, tenant: { param: 'id' },
    about: 'Campaigns of one organisation of the caller’s subtree, the latest first.',
    params: idParam, query: z.strictObject(paging), response: page(campaignRow), errors: anyBelow,
  },
  'organizations.create-child': {
    method: 'POST', path: '/organizations/children', permission: allow,
    about: 'Creates a child of the acting organisation, within the free seats and the dates of the parent’s licence.',
    body: newChild, response: child, licensed: true,
    errors: [...anyBelow, ...dates, 'licence.users_limit', 'employee.email_taken', 'employee.role_forbidden'],
    audit: { action: 'organization.created' }, touches: ['organizations', 'session'],
  },
  'organizations.save-child': {
    method: 'PATCH', path: '/organizations/children/:id', permission: allow,
    about: 'Changes a child of the acting organisation, including its licence.',
    params: idParam, body: childChange, response: organizationPage,
    errors: [...anyBelow, ...dates, 'common.stale_version', 'organization.working_hours', 'licence.users_limit', 'session.forbidden'],
    audit: { action: 'organization.changed' }, touches: ['organizations'],
  },
  'organizations.remove-child': {
    method: 'DELETE', path: '/organizations/children/:id', permission: allow, costs: 'bulk', least: 'system_admin',
    about: 'Removes a child of the acting organisation with all its data; the caller must type its title. A job does the work.',
    params: idParam, query: z.strictObject({ title: z.string().max(TYPED_TITLE_MAX) }), response: z.object({ task_id: id }),
    errors: [...anyBelow, 'organization.own_removal', 'organization.title_mismatch', 'organization.has_children'],
    audit: { action: 'organization.removed' }, touches: ['organizations', 'session'],
  },
  'organizations.set-logo': {
    method: 'POST', path: '/organizations/:id/logo/:kind', permission: allow, costs: 'picture',
    about: 'Replaces the logo for the light or dark theme: PNG, JPEG, WebP or SVG. The picture is decoded and stored as a new file.',
    transaction: { own: 'it asks another process to decode the picture, up to twenty seconds' },
    params: logoOf, upload: { logo: LOGO_BYTES }, response: organization.pick({ logo: true }),
    errors: [...anyBelow, 'file.type_rejected', 'request.too_large'],
    audit: { action: 'organization.logo_changed' }, touches: ['organizations', 'session'],
  },
  'organizations.remove-logo': {
    method: 'DELETE', path: '/organizations/:id/logo/:kind', permission: allow,
    about: 'Removes a logo; the product’s own logo is shown instead.',
    params: logoOf, response: organization.pick({ logo: true }), errors: anyBelow,
    audit: { action: 'organization.logo_changed' }, touches: ['organizations', 'session'],
  },
  'organizations.logo': {
    method: 'GET', path: '/lk/logos/:file_id', permission: 'public',
    about: 'The picture of a logo. It is public because the sign-in page shows it.',
    params: z.strictObject({ file_id: id }), response: 'file', errors: ['file.not_found'],
  },
  'organizations.notify': {
    method: 'POST', path: '/emails/notify/employees', permission: 'admin.staff.employees', costs: 'bulk',
    about: 'Sends an email with this subject and text to the selected people. More than 2,000 people are handled by a long task.',
    query: selectionQuery, body: z.strictObject({ ...bulkFields, ...notice }), response: z.object({ count: z.int(), ...longTask }), licensed: true,
    errors: ['employee.none_selected', 'employee.not_found', 'employee.selection_changed', 'request.rate_limited'],
    audit: { action: 'employees.notified' }, touches: [],
  },
  'organizations.reminders': {
    method: 'GET', path: '/users/organizations/invite-reminder/config', permission: 'admin.staff.employees',
    about: 'Reminder settings for invited people who have not registered.',
    response: reminderConfig,
  },
  'organizations.set-reminders': {
    method: 'POST', path: '/users/organizations/invite-reminder/config', permission: 'admin.staff.employees',
    about: 'Switches the reminders on or off, and sets their interval, number and hour.',
    body: reminderConfig, response: reminderConfig,
    audit: { action: 'organization.reminders_set' }, touches: ['organizations'],
  },
  // The switch is a setting of the organisation; its id is older.
  'phishing.autophish': {
    method: 'GET', path: '/phishing/autophish', permission: 'admin.phishing',
    about: 'Whether tags may start simulations automatically.',
    response: z.object({ active: z.boolean() }),
  },
  'phishing.autophish-toggle': {
    method: 'POST', path: '/phishing/autophish', permission: 'admin.phishing',
    about: 'Allows or stops simulations that tags start.',
    query: z.strictObject({ toggle: flag }), response: z.object({ active: z.boolean() }),
    audit: { action: 'autophish.toggled' }, touches: ['phishing', 'automation'],
  },
});
