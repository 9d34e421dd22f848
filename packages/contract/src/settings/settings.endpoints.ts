import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { list, page, paging } from '../paging.ts';
import { proofErrors } from '../session/proof.rules.ts';
import { ownPassword } from '../session/session.schema.ts';
import { SEARCH_MAX } from '../text.rules.ts';
import { mailServerAdmin } from './settings.rules.ts';
import { gateway, installation, mailboxEmail, mailboxRow, mailDiagnosis, mailServerInput, mailSettings } from './settings.schema.ts';

const allow = 'admin.settings.adfs';
const emailId = z.coerce.number().int().positive();

export const settingsEndpoints = defineEndpoints({
  'settings.installation': {
    method: 'GET', path: '/settings/installation', permission: 'admin.settings.settings',
    about: 'The public addresses of this installation (portal, content and simulated phishing), and where LibreOffice was found.',
    response: installation,
  },
  'settings.gateway': {
    method: 'GET', path: '/settings/gateway', permission: 'admin.phishing',
    about: 'The header, server and hosts by which a mail gateway recognises simulated phishing emails, and the report address.',
    response: gateway,
  },
  'settings.mail': {
    method: 'GET', path: '/settings/mail', permission: allow,
    about: 'How emails are sent: through a mail server of the organisation or into the built-in mailbox.',
    response: mailSettings,
  },
  'settings.mail-save': {
    method: 'PUT', path: '/settings/mail', permission: allow, least: mailServerAdmin,
    about: 'Sets the mail server with a proof of identity (session.proof) and reports it to the super users through the previous server. A changed host, port or security clears the stored password.',
    body: mailServerInput.extend({ own_password: ownPassword, version: z.int() }), response: mailSettings,
    errors: ['connection.ca_invalid', 'common.stale_version', 'connection.address_rejected', ...proofErrors],
    audit: { action: 'mail.server_set' }, touches: ['settings'],
  },
  'settings.mail-reset': {
    method: 'POST', path: '/settings/mail/reset', permission: allow, least: mailServerAdmin,
    about: 'Switches back to the built-in mailbox with a proof of identity (session.proof) and reports it to the super users through the removed server.',
    body: z.strictObject({ own_password: ownPassword }), response: mailSettings, errors: [...proofErrors],
    audit: { action: 'mail.server_removed' }, touches: ['settings'],
  },
  'settings.mail-test': {
    method: 'POST', path: '/settings/mail/test', permission: allow, least: mailServerAdmin, costs: 'connection',
    about: 'Checks a mail server up to the recipient without sending an email, and returns the failed step with its reason.',
    body: mailServerInput, response: mailDiagnosis, errors: ['connection.ca_invalid', 'request.rate_limited', 'secret.lost'],
    transaction: { own: 'it speaks with a mail server, up to eight seconds a step' },
    audit: { none: 'tries; at most it notes when the stored settings last worked' }, touches: ['settings'],
  },
  'settings.mail-send-test': {
    method: 'POST', path: '/settings/mail/send-test', permission: allow,
    about: 'Sends a test email to the caller with the stored settings.',
    response: z.object({ to: z.string() }), errors: ['request.rate_limited'],
    audit: { action: 'mail.test_sent' }, touches: ['settings'],
  },
  'settings.mailbox': {
    method: 'GET', path: '/settings/mailbox', permission: allow,
    about: 'Emails in the built-in mailbox, newest first. Transactional emails are listed only if they are to people of the caller’s rank or below.',
    query: z.strictObject({ search: z.string().max(SEARCH_MAX).default(''), ...paging }),
    response: page(mailboxRow),
  },
  'settings.mailbox-email': {
    method: 'GET', path: '/settings/mailbox/:id', permission: allow,
    about: 'One caught email with its headers and a link to its preview.',
    params: z.strictObject({ id: emailId }), response: mailboxEmail, errors: ['email.not_found'],
  },
  'settings.mailbox-attachment': {
    method: 'GET', path: '/settings/mailbox/:id/attachments/:index', permission: allow,
    about: 'An attachment of a caught email.',
    params: z.strictObject({ id: emailId, index: z.coerce.number().int().min(0).max(100) }),
    response: 'file', errors: ['email.not_found'],
  },
  'settings.mailbox-clear': {
    method: 'DELETE', path: '/settings/mailbox', permission: allow,
    about: 'Deletes the emails that the caller can see from the built-in mailbox.',
    response: z.object({ deleted: z.int() }), audit: { action: 'mail.mailbox_cleared' }, touches: ['settings'],
  },
  'settings.outbox-failures': {
    method: 'GET', path: '/settings/mail/failures', permission: allow,
    about: 'Transactional emails that recently could not be delivered, with the reason.',
    response: list(
      z.object({ id: z.uuid(), kind: z.string(), recipient: z.string(), subject: z.string(), reply: z.string().nullable(), created_at: z.string() }),
    ),
  },
});
