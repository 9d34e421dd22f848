import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { flag, idParam, list } from '../paging.ts';
import { child, domainName, licence, mailDomain, organization, organizationChange } from './organizations.schema.ts';

const allow = 'admin.organization';

export const organizationsEndpoints = defineEndpoints({
  'organizations.current': {
    method: 'GET', path: '/organizations/current', permission: 'admin',
    about: 'The organisation acted in and its licence.',
    response: z.object({ id: z.uuid(), title: z.string(), license: licence, sending_paused: z.boolean() }),
  },
  'organizations.children': {
    method: 'GET', path: '/organizations/children', permission: allow, tenant: 'subtree',
    about: 'Child organisations with their people against their limit.',
    response: list(child),
  },
  'organizations.domains': {
    method: 'GET', path: '/organizations/domains', permission: allow,
    about: 'Mail domains: only people at confirmed ones receive simulated phishing.',
    response: list(mailDomain),
  },
  'organizations.domain-add': {
    method: 'POST', path: '/organizations/domains', permission: allow,
    about: 'Names a mail domain. A .test domain is confirmed at once, any other by a DNS TXT record.',
    body: z.strictObject({ domain: domainName }), response: mailDomain,
    errors: ['organization.domain_taken'],
    audit: { action: 'organization.domain_added' }, touches: ['organizations'],
  },
  'organizations.domain-verify': {
    method: 'POST', path: '/organizations/domains/:domain/verify', permission: allow,
    about: 'Looks the DNS TXT record up now.',
    params: z.strictObject({ domain: domainName }), response: mailDomain,
    errors: ['organization.domain_unconfirmed', 'organization.not_found'],
    transaction: { own: 'it asks the DNS, up to twelve seconds' },
    audit: { action: 'organization.domain_verified' }, touches: ['organizations'],
  },
  'organizations.domain-remove': {
    method: 'DELETE', path: '/organizations/domains/:domain', permission: allow,
    about: 'Takes a mail domain off the list; nobody there receives simulations any more.',
    params: z.strictObject({ domain: domainName }), response: z.null(), errors: ['organization.not_found'],
    audit: { action: 'organization.domain_removed' }, touches: ['organizations'],
  },
  'organizations.two-factor': {
    method: 'PATCH', path: '/organizations/twofa/processing', permission: 'admin.settings.adfs',
    about: 'Switches the second factor on or off for everybody of the organisation.',
    query: z.strictObject({ active: flag }), response: z.object({ two_factor: z.boolean() }),
    audit: { action: 'organization.two_factor_set' }, touches: ['organizations'],
  },
  'organizations.sending': {
    method: 'POST', path: '/organizations/current/sending', permission: 'admin.phishing',
    about: 'The kill switch: stops or allows all simulated letters of the organisation at once.',
    body: z.strictObject({ paused: z.boolean() }), response: z.object({ sending_paused: z.boolean() }),
    audit: { action: 'organization.sending_switched' }, touches: ['organizations', 'campaigns'],
  },
  'organizations.save': {
    method: 'PATCH', path: '/organizations/current', permission: allow,
    about: 'Changes title, language, time zone, colours, working hours and sign-in rules.',
    body: organizationChange, response: organization,
    errors: ['common.stale_version', 'organization.time_zone', 'organization.working_hours'],
    audit: { action: 'organization.changed' }, touches: ['organizations', 'session'],
  },
  'organizations.get': {
    method: 'GET', path: '/organizations/:id', permission: allow, tenant: { param: 'id' },
    about: 'One organisation of the own subtree.',
    params: idParam, response: organization, errors: ['organization.not_found'],
  },
});
