import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam, instant, list, page, paging } from '../paging.ts';
import { proofs } from './proof.rules.ts';
import { signInActions } from './session.rules.ts';

/**
 * What a person sees and ends of the own access: sessions, and when and from where the account was used to sign in. Administrators
 * end the sessions of other people.
 */
export const ownSessionsEndpoints = defineEndpoints({
  'session.sessions': {
    method: 'GET', path: '/auth/sessions', permission: 'signed-in', tenant: 'home',
    about: 'Sessions of the caller, the most recently used first.',
    response: list(
      z.object({ id: z.uuid(), user_agent: z.string(), address: z.string().nullable(), created_at: z.string(), seen_at: z.string(), current: z.boolean() }),
    ),
  },
  'session.end-others': {
    method: 'DELETE', path: '/auth/sessions', permission: 'signed-in', tenant: 'home',
    about: 'Ends every session of the caller except this one.',
    response: z.object({ count: z.int() }), audit: { action: 'session.others_ended' }, touches: ['session'],
  },
  'session.end-one': {
    method: 'DELETE', path: '/auth/sessions/:id', permission: 'signed-in', tenant: 'home',
    about: 'Ends one session of the caller. The current session ends with `session.logout`.',
    params: idParam, response: z.null(), errors: ['session.not_found'],
    audit: { action: 'session.one_ended' }, touches: ['session'],
  },
  'session.proof': {
    method: 'GET', path: '/auth/proof', permission: 'signed-in', tenant: 'home',
    about: 'What proves the caller’s identity now: nothing more than the sign-in, if it went through the identity provider or the directory of the organisation within the last ten minutes; else the own password, or another sign-in if there is no password.',
    response: z.object({ needs: z.enum(proofs) }),
  },
  'session.sign-ins': {
    method: 'GET', path: '/auth/sign-ins', permission: 'signed-in', tenant: 'home',
    about: 'Sign-ins of the caller and changes of the account’s password and address, from the audit log, newest first.',
    query: z.strictObject(paging),
    response: page(z.object({ id: z.int(), action: z.enum(signInActions), address: z.string().nullable(), created_at: instant })),
  },
  'session.of-person': {
    method: 'GET', path: '/employees/:id/sessions', permission: 'admin.staff.employees',
    about: 'Number of sessions of a person, and whether the caller may end them.',
    params: idParam, response: z.object({ count: z.int(), endable: z.boolean() }),
    errors: ['employee.not_found'],
  },
  'session.end-of-person': {
    method: 'DELETE', path: '/employees/:id/sessions', permission: 'admin.staff.employees', least: 'system_admin',
    about: 'Ends all sessions of another person whose role is not above that of the caller, for instance after a device was lost. The person can sign in again.',
    params: idParam, response: z.object({ count: z.int() }),
    errors: ['employee.not_found', 'employee.change_forbidden'],
    audit: { action: 'employee.sessions_ended' }, touches: ['session'],
  },
});
