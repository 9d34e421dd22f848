import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { proofErrors } from '../session/proof.rules.ts';
import { ownPassword } from '../session/session.schema.ts';
import { directoryAdmin } from './directory-sync.rules.ts';
import * as s from './directory-sync.schema.ts';

const allow = 'admin.settings.adfs';

// None of these calls is in the specification, which names the page alone.
export const directorySyncEndpoints = defineEndpoints({
  'directory-sync.get': {
    method: 'GET', path: '/settings/directory', permission: allow,
    about: 'How the directory (LDAP, Active Directory) of the organisation is read, and how its last sync went.',
    response: s.directorySettings,
  },
  'directory-sync.save': {
    method: 'PUT', path: '/settings/directory', permission: allow, least: directoryAdmin,
    about: 'Connects a directory and reports changes to the administrators by email. A directory with whose passwords people sign in requires a proof of identity (session.proof). A changed host, port or security clears the stored password.',
    body: s.directoryInput.extend({ own_password: ownPassword, version: z.int() }), response: s.directorySettings,
    errors: [
      'common.stale_version', 'connection.address_rejected', 'connection.ca_invalid', 'directory.invalid', 'directory.plain_sign_in', 'directory.plain_password',
      ...proofErrors,
    ],
    audit: { action: 'directory.set' }, touches: ['directory-sync'],
  },
  'directory-sync.remove': {
    method: 'POST', path: '/settings/directory/remove', permission: allow, least: directoryAdmin,
    about: 'Disconnects the directory and deletes its settings, with a proof of identity (session.proof), and reports it to the administrators by email. People and departments stay.',
    body: z.strictObject({ own_password: ownPassword }), response: s.directorySettings, errors: [...proofErrors],
    audit: { action: 'directory.removed' }, touches: ['directory-sync'],
  },
  'directory-sync.test': {
    method: 'POST', path: '/settings/directory/test', permission: allow, least: directoryAdmin, costs: 'connection',
    about: 'Checks a directory step by step, and returns the failed step with its reason, or five people.',
    body: s.directoryInput, response: s.directoryDiagnosis, errors: ['connection.ca_invalid', 'request.rate_limited', 'secret.lost', 'directory.plain_password'],
    transaction: { own: 'it speaks with a directory server, up to eight seconds a step' },
    audit: { none: 'changes nothing' }, touches: [],
  },
  'directory-sync.preview': {
    method: 'POST', path: '/settings/directory/preview', permission: allow, least: directoryAdmin, costs: 'import',
    about: 'Reads the whole directory into an import that shows who would be added, changed, removed and rejected. `imports.apply` confirms it.',
    response: z.object({ task_id: z.uuid() }), errors: ['directory.not_found', 'licence.expired', 'task.limit'],
    audit: { none: 'nothing of the staff changes until it is confirmed' }, touches: ['directory-sync', 'imports'],
    licensed: true,
  },
});
