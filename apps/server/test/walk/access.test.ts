import { mayGrant, permissionsOf, roles, type Role } from '@sergak/contract/access/roles.ts';
import { auditFields, type AuditKind } from '@sergak/contract/audit/audit.rules.ts';
import { auditChange, auditDetails, auditKind } from '@sergak/contract/audit/audit.schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Bound } from '../../src/platform/http/bind.ts';
import { routes } from '../../src/app/composition.ts';
import { jsonOf, parts, plainRequest } from './inputs.ts';
import { fingerprint, openWorld, type World } from './world.ts';

// Runs over every bound endpoint, so a new one is covered at once. `plainRequest` must be able to make an input for
// it; otherwise add a sample or an override to inputs.ts.

/** Everyone may call these, signed in or not. A new public endpoint is a decision: add it here by hand. */
const publicEndpoints = [
  'session.config',
  'session.login',
  'session.registration',
  'session.register',
  'session.recovery-request',
  'session.recovery',
  'session.recovery-confirm',
  'session.address',
  'session.address-confirm',
  'consent.text',
  'sso.find',
  'sso.start',
  'sso.complete',
  'campaigns.gotcha',
  'campaigns.gotcha-used',
  'certificates.verify',
  'organizations.logo',
];
const halfOpenEndpoints = [
  'authenticator.state',
  'authenticator.enrol',
  'authenticator.confirm',
  'authenticator.verify',
  'authenticator.verify-backup',
  'session.logout',
  'session.verify-code',
  'session.resend-code',
  'session.me',
  'session.consent',
];

/** Calls that need a minimum role besides their permission: each one is a decision, added here by hand. */
const raised: Readonly<Record<string, Role>> = {
  'organizations.two-factor': 'system_admin',
  'organizations.remove-child': 'system_admin',
  'organizations.set-up': 'super_user',
  'scim.save': 'system_admin',
  'tokens.create': 'system_admin',
  'authenticator.reset': 'system_admin',
  'session.end-of-person': 'system_admin',
  'sso.unlink-person': 'system_admin',
  'sso.unlink-all': 'super_user',
  'authenticator.save-policy': 'system_admin',
  'tokens.revoke': 'system_admin',
  'consent.save': 'system_admin',
  'privacy.save': 'system_admin',
  'roles.set': 'system_admin',
  'settings.mail-save': 'super_user',
  'settings.mail-reset': 'super_user',
  'settings.mail-test': 'super_user',
  'suspicious-mail.address-save': 'system_admin',
  'suspicious-mail.address-remove': 'system_admin',
  'suspicious-mail.address-test': 'system_admin',
  'directory-sync.save': 'system_admin',
  'directory-sync.remove': 'system_admin',
  'directory-sync.test': 'system_admin',
  'directory-sync.preview': 'system_admin',
  'sso.save': 'super_user',
  'sso.add-certificate': 'super_user',
  'sso.activate-certificate': 'super_user',
  'sso.read-metadata': 'super_user',
  'sso.test': 'super_user',
};

/** Timeout: the test takes seconds, but a busy machine is slower. */
const TIMEOUT_MS = 120_000;
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const requestOf = (route: Bound) => plainRequest(route.id, route.endpoint);
const accessOf = (route: Bound) => route.endpoint.permission;
const isPublic = (route: Bound) => accessOf(route) === 'public';
const isHalfOpen = (route: Bound) => accessOf(route) === 'half-open';
/** Whether a role may make a guarded call, by its permission and minimum role. */
const mayCall = (role: Role, route: Bound): boolean =>
  (accessOf(route) === 'signed-in' || permissionsOf(role).has(accessOf(route) as never)) &&
  (!(route.id in raised) || mayGrant(role, raised[route.id]!));
const guarded = routes.filter((route) => !isPublic(route) && !isHalfOpen(route));
const BY_PAGE = { 'x-requested-with': 'sergak', 'sec-fetch-site': 'same-origin' };

describe('inputs of the walk', () => {
  it.each(routes.map((route) => [route.id, route] as const))('%s accepts its plain request', (_, route) => {
    const request = requestOf(route);
    for (const part of parts) {
      if (!jsonOf(route.endpoint, part)) continue;
      const schema =
        part === 'body' ? ('body' in route.endpoint ? route.endpoint.body : undefined) : route.endpoint[part];
      const raw = part === 'body' ? request.body : inText(request[part]);
      expect(() => schema!.parse(raw)).not.toThrow();
    }
  });
});

/** Values of path and query are text. */
const inText = (part: unknown) =>
  Object.fromEntries(
    Object.entries(part as object).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String) : String(value),
    ]),
  );

/** A machine account may only read, and has no personal data. */
const machineIsRejected = (role: string, route: Bound) =>
  role === 'pdf_service' && !isPublic(route) && (route.endpoint.method !== 'GET' || isHalfOpen(route));

describe('who may call', () => {
  it(
    'lists the calls open to everyone',
    () => {
      expect(
        routes
          .filter(isPublic)
          .map((route) => route.id)
          .sort(),
      ).toEqual([...publicEndpoints].sort());
      expect(
        routes
          .filter(isHalfOpen)
          .map((route) => route.id)
          .sort(),
      ).toEqual([...halfOpenEndpoints].sort());
    },
    TIMEOUT_MS,
  );

  it('lists the calls with a minimum role', () => {
    const found = routes.flatMap(({ id, endpoint }) => (endpoint.least ? [[id, endpoint.least] as const] : []));
    expect(Object.fromEntries(found)).toEqual(raised);
    for (const id of Object.keys(raised)) {
      const route = routes.find((one) => one.id === id)!;
      const expected = raised[id] === 'super_user' ? ['super_user'] : ['system_admin', 'super_user'];
      expect([id, roles.filter((role) => mayCall(role, route))]).toEqual([id, expected]);
    }
  });

  it(
    'answers 401 without a session',
    async () => {
      for (const route of routes.filter((one) => !isPublic(one))) {
        const answer = await world.send(route, requestOf(route), null, BY_PAGE);
        expect([route.id, answer.status, answer.code]).toEqual([route.id, 401, 'session.required']);
      }
    },
    TIMEOUT_MS,
  );

  it(
    'answers 401 to an unknown token',
    async () => {
      for (const route of guarded) {
        const answer = await world.send(route, requestOf(route), 'A'.repeat(43));
        expect([route.id, answer.status]).toEqual([route.id, 401]);
      }
    },
    TIMEOUT_MS,
  );

  it(
    'rejects a write that does not come from our own page',
    async () => {
      const token = await world.signIn(world.home, 'super_user');
      const foreign: Record<string, string>[] = [
        {},
        { 'x-requested-with': 'sergak', 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
        { 'sec-fetch-site': 'same-origin' },
      ];
      const before = await fingerprint(world.platform);
      for (const route of routes.filter((one) => one.endpoint.method !== 'GET')) {
        for (const headers of foreign) {
          const answer = await world.send(route, requestOf(route), null, {
            cookie: `sergak_session=${token}`,
            ...headers,
          });
          expect([route.id, answer.status, answer.code]).toEqual([route.id, 403, 'request.forged']);
        }
      }
      expect(await fingerprint(world.platform)).toEqual(before);
    },
    TIMEOUT_MS,
  );

  it.each(roles)(
    '%s is denied everything outside the role, and nothing is written',
    async (role) => {
      const token = await world.signIn(world.home, role);
      const before = await fingerprint(world.platform);
      for (const route of guarded) {
        if (mayCall(role, route)) continue;
        const answer = await world.send(route, requestOf(route), token);
        expect([route.id, answer.status, answer.code]).toEqual([route.id, 403, 'session.forbidden']);
      }
      expect(await fingerprint(world.platform)).toEqual(before);
    },
    TIMEOUT_MS,
  );

  it.each([
    ['the second factor', { twoFactorDue: true }],
    ['consent', {}],
  ])(
    'answers 403 while %s is due, and nothing is written',
    async (what, opened) => {
      const token = await world.signIn(world.home, 'super_user', opened);
      const person = world.home.people.super_user;
      const setConsent = (value: string) =>
        world.platform.db.owner.query(`update employees set consented_at = ${value} where id = $1`, [person]);
      if (what === 'consent') await setConsent('null');
      const before = await fingerprint(world.platform);
      for (const route of guarded) {
        const answer = await world.send(route, requestOf(route), token);
        expect([route.id, answer.status, answer.code]).toEqual([route.id, 403, 'session.incomplete']);
      }
      expect(await fingerprint(world.platform)).toEqual(before);
      await setConsent('now()');
    },
    TIMEOUT_MS,
  );

  it.each(roles)(
    '%s is allowed everything within the role',
    async (role) => {
      let token = '';
      for (const route of routes) {
        if (!mayCall(role, route) || machineIsRejected(role, route)) continue;
        let answer = token ? await world.send(route, requestOf(route), token) : undefined;
        if (!answer || answer.status === 401 || answer.code === 'session.incomplete') {
          token = await world.signIn(world.home, role); // an earlier call may have ended the session that it used
          answer = await world.send(route, requestOf(route), token);
        }
        expect([route.id, answer.status, answer.code], answer.text).not.toEqual([route.id, 401, 'session.required']);
        expect([route.id, answer.code?.startsWith('session.forbidden') ?? false]).toEqual([route.id, false]);
        expect(answer.status, `${route.id}: ${answer.text}`).toBeLessThan(500);
      }
    },
    TIMEOUT_MS,
  );

  it('writes audit entries with kinds, changes and details of the contract', async () => {
    const { rows } = await world.platform.db.owner.query<Entry>(
      'select action, target_kind, target_id, target_title, changes, details from audit_log',
    );
    expect(new Set(rows.map((row) => row.action)).size).toBeGreaterThan(10);
    for (const row of rows) {
      expect(() => auditKind.parse(row.target_kind), row.action).not.toThrow();
      expect(() => auditDetails.parse(row.details), row.action).not.toThrow();
      const changes = z.array(auditChange).parse(row.changes);
      const known: readonly string[] = auditFields[row.target_kind];
      expect([row.action, changes.filter((one) => !known.includes(one.field))]).toEqual([row.action, []]);
    }
  });
});
type Entry = {
  action: string;
  target_kind: AuditKind;
  target_id: string | null;
  target_title: string | null;
  changes: unknown;
  details: unknown;
};
