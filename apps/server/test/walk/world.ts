import { type Cost, costLimits } from '@sergak/contract/costs.rules.ts';
import type { Role } from '@sergak/contract/access/roles.ts';
import { roles } from '@sergak/contract/access/roles.ts';
import { addressOf } from '@sergak/contract/endpoint.ts';
import { errorCodes } from '@sergak/contract/errors.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { createOrganization } from '../../src/modules/organizations/public.ts';
import { authenticate } from '../../src/modules/session/session.query.ts';
import { insertSession } from '../../src/modules/session/session.repo.ts';
import type { Platform } from '../../src/platform/context.ts';
import { inSystem } from '../../src/platform/db.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { Bound } from '../../src/platform/http/bind.ts';
import { addRoutes, createPortal } from '../../src/platform/http/server.ts';
import { routes } from '../../src/app/composition.ts';
import { newPlatform } from '../app.ts';
import { fillOrganization, type Rows } from './fill.ts';
import type { Request } from './inputs.ts';

export type Answer = { status: number; code: string | null; body: unknown; text: string };
export type Place = { id: string; rows: Rows; people: Record<Role, string> };
export type Opened = { twoFactorDue?: boolean };
export type World = {
  readonly platform: Platform;
  readonly app: FastifyInstance;
  readonly home: Place;
  readonly foreign: Place;
  /** Opens a complete or half-open session and returns its token. */
  signIn(place: Place, role: Role, opened?: Opened): Promise<string>;
  send(route: Bound, request: Request, token: string | null, headers?: Record<string, string>): Promise<Answer>;
  close(): Promise<void>;
};

const newPlace = async (platform: Platform, title: string, path: string[] = []): Promise<Place> => {
  const { owner } = platform.db;
  const id = await createOrganization(platform, {
    title,
    language: 'ru',
    timeZone: 'Asia/Tashkent',
    usersLimit: 1000,
    licenceStart: '2020-01-01',
    licenceEnd: '2099-12-31',
    ...(path.length > 0 ? { parent: { id: path.at(-1)!, path } } : {}),
  });
  const people: Record<string, string> = {};
  for (const role of roles) {
    const { rows } = await owner.query<{ id: string }>(
      `insert into employees (organization_id, department_id, email, last_name, first_name, role, is_registered, consented_at)
       select $1::uuid, d.id, $2, 'Гулямова', 'Дилноза', $3, true, now() from departments d where d.organization_id = $1 and d.is_default returning id`,
      [id, `${role}@${id}.test`, role],
    );
    people[role] = rows[0]!.id;
  }
  const rows = await fillOrganization(owner, id, people['super_user']!);
  // The inserted rows include a consent text, so everyone has to have agreed to it.
  await owner.query(
    `update employees set consented_version = (select max(version) from consent_texts where organization_id = $1) where organization_id = $1`,
    [id],
  );
  return { id, people: people as Place['people'], rows };
};

/** Request limits are not tested here. Limits of single calls count by address, so each request has its own address. */
const endless = { reads: Number.MAX_SAFE_INTEGER, writes: Number.MAX_SAFE_INTEGER }; // an infinite limit counts as 1,000
const unlimited = { session: endless, address: endless };
const allCosts = Object.fromEntries(
  Object.keys(costLimits).map((kind) => [kind, { person: Infinity, organization: Infinity }]),
) as Record<Cost, { person: number; organization: number }>;
let sender = 0;
const nextAddress = () => {
  sender += 1;
  return `10.${(sender >> 16) & 255}.${(sender >> 8) & 255}.${sender & 255}`;
};

/** Two unrelated organisations with a row in every table, behind a real portal. */
export const openWorld = async (): Promise<World> => {
  const platform = await newPlatform({ logLevel: 'silent' });
  return openAround(platform, await newPlace(platform, 'Дом'), await newPlace(platform, 'Соседи'));
};

export type TreeWorld = World & { readonly above: Place; readonly below: Place };
/** A tree of organisations: `above` is the parent of `home` and of `foreign`, `below` is a child of `home`. */
export const openTree = async (): Promise<TreeWorld> => {
  const platform = await newPlatform({ logLevel: 'silent' });
  const above = await newPlace(platform, 'Холдинг');
  const home = await newPlace(platform, 'Дом', [above.id]);
  const foreign = await newPlace(platform, 'Соседи', [above.id]);
  const below = await newPlace(platform, 'Филиал', [above.id, home.id]);
  return { ...(await openAround(platform, home, foreign)), above, below };
};

const openAround = async (platform: Platform, home: Place, foreign: Place): Promise<World> => {
  const app = await createPortal(platform);
  addRoutes(app, platform, routes, authenticate, unlimited, allCosts);
  app.setNotFoundHandler(() => {
    throw new AppError('common.not_found'); // like the route that serves the web application
  });
  await app.ready();
  return {
    platform,
    app,
    home,
    foreign,
    signIn: (place, role, opened = {}) =>
      inSystem(platform.db, (tx) =>
        insertSession(tx, {
          organizationId: place.id,
          employeeId: place.people[role],
          twoFactorDue: opened.twoFactorDue ?? false,
          userAgent: 'walk',
          address: '127.0.0.1',
        }),
      ),
    send: async (route, request, token, headers = {}) => {
      const http = toHttp(route, request);
      const answer = await app.inject({
        ...http,
        headers: { ...http.headers, ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      });
      return read(route.id, answer.statusCode, answer.headers['content-type'], answer.body);
    },
    async close() {
      await app.close();
      await platform.db.close();
    },
  };
};

/** Sends requests as super user of `home`, in a new session after a call that ended the session or made it incomplete. */
export const superUserOf = (world: World) => {
  const { home, platform } = world;
  let token: string | undefined;
  const open = async () => {
    await platform.db.owner.query(
      `update employees set consented_at = now(), consented_version = (select max(version) from consent_texts where organization_id = $1)
       where id = $2`,
      [home.id, home.people.super_user],
    );
    token = await world.signIn(home, 'super_user');
  };
  return async (route: Bound, request: Request): Promise<Answer> => {
    if (!token || route.id.startsWith('session.')) await open();
    const answer = await world.send(route, request, token!);
    if (answer.code !== 'session.incomplete' && answer.code !== 'session.required') return answer;
    await open();
    return world.send(route, request, token!);
  };
};

const BOUNDARY = 'walk-boundary';

/** Converts a request of three parts to HTTP. */
const toHttp = (route: Bound, request: Request): InjectOptions & { headers: Record<string, string> } => {
  const e = route.endpoint;
  const params = { ...(request.params as Record<string, unknown>) };
  const path = addressOf(e.path).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(asText(params[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((request.query ?? {}) as object))
    for (const one of Array.isArray(value) ? value : [value])
      query.append(Array.isArray(value) ? `${name}[]` : name, asText(one));
  const url = query.size > 0 ? `${path}?${query}` : path;
  const common = { method: e.method, url, remoteAddress: nextAddress() };
  if ('upload' in e && e.upload) {
    const fields = Object.entries((request.body ?? {}) as object).map(([name, value]) =>
      typeof value === 'object' ? field(`${name}__json`, JSON.stringify(value)) : field(name, asText(value)),
    );
    const files = Object.keys(e.upload).map((name) => field(name, 'walk', 'walk.txt'));
    return {
      ...common,
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      payload: `${[...fields, ...files].join('')}--${BOUNDARY}--\r\n`,
    };
  }
  if (request.body === undefined) return { ...common, headers: {} };
  return { ...common, headers: { 'content-type': 'application/json' }, payload: JSON.stringify(request.body) };
};

const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
const field = (name: string, value: string, file?: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file ? `; filename="${file}"\r\ncontent-type: text/plain` : ''}\r\n\r\n${value}\r\n`;

const allowed = new Set(['status', 'code', 'message', 'detail', 'details', 'request_id']);
/** Text that must never leave the server: SQL, constraint names, file paths, stacks, connection addresses. */
const inner =
  /\b(select|insert into|update|delete from)\b.+\b(from|values|set|where)\b|violates|relation "|constraint|syntax error|node_modules|file:\/\/|\/src\/|\.ts:\d|\n\s+at |postgres|ECONN|sergak_(app|reader|system)/i;

/** Parses an answer. Throws on an error body of an unregistered shape or with internals. */
const read = (id: string, status: number, type: string | string[] | number | undefined, text: string): Answer => {
  const json = String(type).startsWith('application/json');
  const body: unknown = json ? JSON.parse(text) : null;
  if (status < 400) return { status, code: null, body, text };
  const error = body as { status?: number; code?: keyof typeof errorCodes } | null;
  if (!error?.code || errorCodes[error.code] !== status || error.status !== status)
    throw new Error(`${id}: an error without a registered body: ${status} ${text}`);
  const odd = Object.keys(error).filter((name) => !allowed.has(name));
  if (odd.length > 0 || inner.test(text)) throw new Error(`${id}: the error tells too much: ${text}`);
  return { status, code: error.code, body, text };
};

/** Number and last writer of the rows of each table, and the waiting jobs: any write changes the fingerprint. */
export const fingerprint = async (platform: Platform, organizationId?: string): Promise<Record<string, string>> => {
  const { owner } = platform.db;
  const { rows: tables } = await owner.query<{ name: string; owned: boolean }>(`
    select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id') as owned
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`);
  const one = (name: string, owned: boolean) =>
    `select '${name}' as name, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) || ' ' || coalesce(sum(xmin::text::bigint), 0) as print from public.${name}` +
    (organizationId ? ` where ${owned ? 'organization_id' : 'id'} = '${organizationId}'` : '');
  const wanted = tables.filter((t) => !organizationId || t.owned || t.name === 'organizations');
  const { rows } = await owner.query<{ name: string; print: string }>(
    [
      ...wanted.map((t) => one(t.name, t.owned)),
      `select 'jobs', count(*) || ' ' || coalesce(max(id), 0) from graphile_worker._private_jobs`,
    ].join(' union all '),
  );
  return Object.fromEntries(rows.map((row) => [row.name, row.print]));
};
