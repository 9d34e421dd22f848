import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam, page } from '../paging.ts';
import { mailAdmin } from '../settings/settings.rules.ts';
import { suspiciousStates } from './suspicious-mail.rules.ts';
import * as s from './suspicious-mail.schema.ts';

const allow = 'admin.phishing.campaigns';
const settings = 'admin.settings.adfs';

// None of these calls is in the specification.
export const suspiciousMailEndpoints = defineEndpoints({
  'suspicious-mail.address': {
    method: 'GET', path: '/settings/report-address', permission: settings,
    about: 'The mailbox to which employees report suspicious emails, and how reading it goes.',
    response: s.reportMailbox,
  },
  'suspicious-mail.address-save': {
    method: 'PUT', path: '/settings/report-address', permission: settings, least: mailAdmin,
    about: 'Sets the report mailbox. A changed host, port or security clears the stored password.',
    body: s.reportMailboxInput.extend({ version: z.int() }), response: s.reportMailbox,
    errors: ['connection.ca_invalid', 'common.stale_version', 'connection.address_rejected', 'suspicious.forwards_to_itself'],
    audit: { action: 'report_address.set' }, touches: ['suspicious-mail'],
  },
  'suspicious-mail.address-remove': {
    method: 'DELETE', path: '/settings/report-address', permission: settings, least: mailAdmin,
    about: 'Stops reading the report mailbox and deletes its settings. Reports that were read are kept.',
    response: s.reportMailbox, audit: { action: 'report_address.removed' }, touches: ['suspicious-mail'],
  },
  'suspicious-mail.address-test': {
    method: 'POST', path: '/settings/report-address/test', permission: settings, least: mailAdmin, costs: 'connection',
    about: 'Checks a report mailbox up to its folder without reading it, and returns the failed step with its reason.',
    body: s.reportMailboxInput, response: s.mailboxDiagnosis, errors: ['connection.ca_invalid', 'request.rate_limited', 'secret.lost'],
    transaction: { own: 'it speaks with a mail server, up to eight seconds a step' },
    audit: { none: 'reads nothing and changes nothing' }, touches: [],
  },
  'suspicious-mail.list': {
    method: 'GET', path: '/phishing/suspicious', permission: allow,
    about: 'Emails that employees reported and that are no simulations, the latest report first unless sorted.',
    query: s.suspiciousQuery, results: 'none', response: page(s.suspiciousRow),
  },
  'suspicious-mail.get': {
    method: 'GET', path: '/phishing/suspicious/:id', permission: allow,
    about: 'One reported email: defanged links, headers, names and sizes of its attachments.',
    params: idParam, results: 'none', response: s.suspiciousEmail, errors: ['suspicious.not_found'],
  },
  'suspicious-mail.verify': {
    method: 'POST', path: '/phishing/suspicious/verify', permission: allow,
    about: 'Says whether the pasted headers belong to a simulation of the organisation or of a descendant, and to which campaign. The recipient is omitted in anonymous organisations.',
    body: s.simulationCheckInput, results: 'none', response: s.simulationCheck,
    audit: { none: 'reads and changes nothing' }, touches: [],
  },
  'suspicious-mail.set-state': {
    method: 'POST', path: '/phishing/suspicious/:id/state', permission: allow,
    about: 'Stores what the security team found out about a reported email.',
    params: idParam, body: z.strictObject({ state: z.enum(suspiciousStates) }), results: 'none', response: s.suspiciousEmail,
    errors: ['suspicious.not_found'],
    audit: { action: 'suspicious_email.state_set' }, touches: ['suspicious-mail'],
  },
});
