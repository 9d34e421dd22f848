import { permissionsOf, type Role } from '@sergak/contract/access/roles.ts';
import type { Output, ClientInput } from '@sergak/contract/endpoint.ts';
import { endpoints, type EndpointId, type EndpointTable } from '@sergak/contract/endpoints.ts';
import { handlers, routes } from '../../src/app/composition.ts';
import type { Platform, SessionState } from '../../src/platform/context.ts';
import { execute } from '../../src/platform/http/execute.ts';
import { splitInput } from '../../src/platform/http/split-input.ts';
import type { JobName, JobPayload } from '../../src/job-table.ts';
import { jobContext } from '../../src/platform/jobs.ts';

export type Actor = {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly organizationId: string;
};

const bound = new Map(routes.map((route) => [route.id, route]));

const sessionOf = (actor: Actor): SessionState => ({
  tokenHash: Buffer.alloc(32),
  step: 'ready',
  viewer: {
    id: actor.id,
    name: actor.name,
    role: actor.role,
    permissions: permissionsOf(actor.role),
    homeOrganizationId: actor.organizationId,
    scope: { organizationId: actor.organizationId, readable: [actor.organizationId] },
    language: 'ru',
    timeZone: 'Asia/Tashkent',
  },
});

/** Makes a call as a person of the demo, through the same executor as a request, so the demo cannot break a rule. */
export const act = async <K extends EndpointId>(
  platform: Platform,
  actor: Actor,
  id: K,
  input: ClientInput<EndpointTable[K]>,
): Promise<Output<EndpointTable[K]>> =>
  (await execute(
    {
      platform,
      route: bound.get(id)!,
      session: sessionOf(actor),
      request: { id: 'demo', address: '127.0.0.1', userAgent: 'demo' },
      cookie: { set() {}, clear() {} },
      uploads: {},
      idempotencyKey: null,
    },
    splitInput(endpoints[id], input as Record<string, unknown>),
  )) as Output<EndpointTable[K]>;

/** Runs a background job at once instead of waiting for a worker. */
export const runJob = <N extends JobName>(
  platform: Platform,
  name: N,
  payload: JobPayload<N> & { organization_id: string },
): Promise<void> =>
  handlers[name](jobContext(platform, payload.organization_id, new AbortController().signal, 1, true), payload);

/** Number of people who act at the same time: fewer than the connections of a pool. */
const AT_ONCE = 8;

/** Runs `work` for many people at a time; the results are in the order of `list`. */
export const mapAtOnce = async <T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  const left = list.entries();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [at, one] of left) results[at] = await work(one);
    }),
  );
  return results;
};
