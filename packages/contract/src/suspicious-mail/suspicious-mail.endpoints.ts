import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam, list, page } from '../paging.ts';
import { mailAdmin } from '../settings/settings.rules.ts';
import { reportStages, reportVerdicts } from './suspicious-mail.rules.ts';
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
    about: 'One reported email: defanged links, its way and the checks of its sender, attachments by name, type, size and hash.',
    params: idParam, results: 'none', response: s.suspiciousEmail, errors: ['suspicious.not_found'],
  },
  'suspicious-mail.verify': {
    method: 'POST', path: '/phishing/suspicious/verify', permission: allow,
    about: 'Says whether the pasted headers belong to a simulation of the organisation or of a descendant, and to which campaign. The recipient is omitted in anonymous organisations.',
    body: s.simulationCheckInput, results: 'none', response: s.simulationCheck,
    audit: { none: 'reads and changes nothing' }, touches: [],
  },
  'suspicious-mail.judge': {
    method: 'POST', path: '/phishing/suspicious/:id/verdict', permission: allow,
    about: 'Stores how far the security team is with a reported email and what it found out. With `same` also for the reports of the same message that are open or have the verdict that it had. A closed report has a verdict.',
    params: idParam,
    body: z.strictObject({
      stage: z.enum(reportStages), verdict: z.enum(reportVerdicts).nullable(), same: z.boolean().default(false), version: z.int(),
    }),
    results: 'none', response: s.suspiciousEmail,
    errors: ['suspicious.not_found', 'suspicious.no_verdict', 'common.stale_version'],
    audit: { action: 'suspicious_email.judged' }, touches: ['suspicious-mail'],
  },
  'suspicious-mail.read': {
    method: 'POST', path: '/phishing/suspicious/:id/read', permission: allow, costs: 'preview',
    about: 'The kept message: text, decoded headers, links, and a signed link to its HTML on the content origin. Each reading is in the audit log.',
    transaction: { own: 'it asks another thread to read the message, up to a minute' },
    params: idParam, results: 'none', response: s.reportedText,
    errors: ['suspicious.not_found', 'suspicious.not_kept', 'suspicious.unreadable', 'secret.lost', 'request.rate_limited', 'server.unavailable'],
    audit: { action: 'suspicious_email.read' }, touches: [],
  },
  'suspicious-mail.similar': {
    method: 'GET', path: '/phishing/suspicious/:id/similar', permission: allow,
    about: 'Reports of the same message, and others with its sender, a host of its links or its subject.',
    params: idParam, results: 'none', response: s.similarReports, errors: ['suspicious.not_found'],
  },
  'suspicious-mail.answer': {
    method: 'POST', path: '/phishing/suspicious/:id/answer', permission: allow,
    about: 'Tells the employees who reported this message what it was, each in their language: all who do not know this verdict yet.',
    params: idParam, body: z.strictObject({ version: z.int() }), results: 'none', response: s.suspiciousEmail,
    errors: ['suspicious.not_found', 'suspicious.no_verdict', 'suspicious.nobody_to_answer', 'common.stale_version'],
    audit: { action: 'suspicious_email.answered' }, touches: ['suspicious-mail'],
  },
  'suspicious-mail.make-template': {
    method: 'POST', path: '/phishing/suspicious/:id/template', permission: 'admin.phishing.templates', costs: 'import',
    about: 'Makes a template with one email of the kept message, as the import of a saved email does.',
    transaction: { own: 'it asks other processes to read the message and to decode its pictures' },
    params: idParam, response: z.object({ template_id: z.uuid(), email_id: z.uuid(), name: z.string() }),
    errors: [
      'suspicious.not_found', 'suspicious.not_kept', 'secret.lost', 'saved_email.unreadable', 'saved_email.empty', 'saved_email.too_large',
      'page.too_complex', 'page.unsafe', 'email.variable_misplaced', 'picture.limit', 'request.rate_limited', 'server.unavailable',
    ],
    audit: { action: 'template.created' }, touches: ['phishing'],
  },
  'suspicious-mail.answers': {
    method: 'GET', path: '/phishing/suspicious/answers', permission: allow,
    about: 'The answers to people who report an email, by verdict, in all languages.',
    response: list(s.reportAnswer), results: 'none',
  },
  'suspicious-mail.answer-save': {
    method: 'PUT', path: '/phishing/suspicious/answers/:verdict', permission: allow,
    about: 'Sets the texts of an answer in all languages, or restores those of the product.',
    params: z.strictObject({ verdict: z.enum(reportVerdicts) }), body: s.answerInput, results: 'none', response: s.reportAnswer,
    errors: ['common.stale_version'],
    audit: { action: 'report_answer.changed' }, touches: ['suspicious-mail'],
  },
  'suspicious-mail.figures': {
    method: 'GET', path: '/phishing/suspicious/figures', permission: allow,
    about: 'Reports of the last twelve months, the time to a verdict, and the share that was dangerous.',
    response: s.reportFigures, results: 'none',
  },
});
