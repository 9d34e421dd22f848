import type { Bound } from '../../src/platform/http/bind.ts';
import { routes } from '../../src/app/composition.ts';
import { leavesOf, plainRequest } from './inputs.ts';
import { tablesFor } from './sample.ts';
import type { World } from './world.ts';

/** By endpoint: ids of the own organisation for its path parameters, with which it does not answer 404. */
export type OwnIds = ReadonlyMap<string, Readonly<Record<string, string>>>;

const namesOf = (route: Bound) => [...route.endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);

/** Ids of the rows that the address can mean, those of the most similar table first. */
const candidatesFor = (world: World, route: Bound): string[] => {
  const sound = `${route.id} ${route.endpoint.path}`.toLowerCase();
  const score = (table: string) =>
    table.split('_').filter((word) => sound.includes(word.replace(/(ies|s)$/, ''))).length;
  const meant = leavesOf(route.endpoint)
    .filter((leaf) => leaf.part === 'params')
    .flatMap((leaf) => tablesFor(world.home.rows, { route, leaf }).meant);
  return [...new Set(meant)].sort((a, b) => score(b) - score(a)).map((table) => String(world.home.rows.get(table)!.id));
};

/**
 * Tries rows until an endpoint finds one. Reading endpoints come first. A writing endpoint reuses the ids of the same
 * path or of its longest prefix, or else tries rows itself (deletions never do).
 */
export const findOwnIds = async (world: World, among: readonly Bound[] = routes): Promise<OwnIds> => {
  const found = new Map<string, Record<string, string>>();
  const byPath = new Map<string, Record<string, string>>();
  const token = await world.signIn(world.home, 'super_user');
  const works = async (route: Bound, params: Record<string, string>) => {
    const answer = await world.send(route, { ...plainRequest(route.id, route.endpoint), params }, token);
    return answer.status !== 404 && answer.status !== 422;
  };
  const search = async (route: Bound): Promise<Record<string, string> | null> => {
    const names = namesOf(route);
    const ids = candidatesFor(world, route);
    if (names.length === 1) {
      for (const id of ids) if (await works(route, { [names[0]!]: id })) return { [names[0]!]: id };
      return null;
    }
    for (const first of ids.slice(0, 6))
      for (const second of ids.slice(0, 6)) {
        const params = Object.fromEntries(names.map((name, i) => [name, i === 0 ? first : second]));
        if (await works(route, params)) return params;
      }
    return null;
  };
  const withParams = among.filter((route) => namesOf(route).length > 0 && route.endpoint.permission !== 'public');
  const reads = withParams.filter((route) => route.endpoint.method === 'GET');
  for (const route of [...reads, ...withParams.filter((one) => !reads.includes(one))]) {
    const beginning = [...byPath.keys()].filter(
      (path) => route.endpoint.path.startsWith(path) && namesOf(route).length === path.split(':').length - 1,
    );
    const known = byPath.get(beginning.sort((a, b) => b.length - a.length)[0] ?? '');
    const ids = known ?? (route.endpoint.method === 'DELETE' ? null : await search(route));
    if (!ids) continue;
    found.set(route.id, ids);
    byPath.set(route.endpoint.path.replace(/(:\w+)\/[^:]*$/, '$1'), ids);
  }
  return found;
};
