import { PATH_SEPARATOR, pathSeparators } from '@sergak/contract/departments/departments.rules.ts';
import { foldText } from '@sergak/contract/fold.rules.ts';
import { cleanLine } from '@sergak/contract/text.rules.ts';
import type { Tx } from '../../platform/db.ts';
import * as repo from './departments.repo.ts';

/** The key by which paths are compared, in any spelling. */
export const pathKey = (titles: readonly string[]): string => titles.map(foldText).join('\u0000');

/** The titles from the top to each department of the organisation, by department id, the oldest department first. */
export const pathsById = async (tx: Tx): Promise<Map<string, string[]>> => {
  const rows = await repo.allTitles(tx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const titlesOf = (row: (typeof rows)[number]): string[] => {
    const parent = row.parent_id === null ? undefined : byId.get(row.parent_id);
    return [...(parent ? titlesOf(parent) : []), row.title];
  };
  return new Map(rows.map((row) => [row.id, titlesOf(row)]));
};

/** Department ids by the key of their path. Of several departments with equal titles the oldest counts. */
export const readPaths = async (tx: Tx): Promise<Map<string, string>> =>
  new Map([...(await pathsById(tx))].map(([id, titles]) => [pathKey(titles), id] as const).toReversed());

/** The paths of departments inside others whose title no other department has, by the key of the title alone. */
export const readOnlyOnes = async (tx: Tx): Promise<Map<string, readonly string[]>> => {
  const paths = [...(await pathsById(tx)).values()];
  const counts = Map.groupBy(paths, (titles) => foldText(titles.at(-1)!));
  return new Map(
    [...counts].flatMap(([title, [path, ...others]]) =>
      path !== undefined && path.length > 1 && others.length === 0 ? [[title, path] as const] : [],
    ),
  );
};

/** Creates the missing departments of these paths. Returns the id of each path by its key. */
export const ensurePaths = async (tx: Tx, paths: readonly (readonly string[])[]): Promise<Map<string, string>> => {
  const knownPaths = await readPaths(tx);
  const deepest = Math.max(0, ...paths.map((path) => path.length));
  for (let depth = 1; depth <= deepest; depth++) {
    const missing = new Map<string, { title: string; parent_id: string | null }>();
    for (const path of paths) {
      const part = path.slice(0, depth);
      const key = pathKey(part);
      if (path.length < depth || knownPaths.has(key) || missing.has(key)) continue;
      missing.set(key, {
        title: part.at(-1)!,
        parent_id: depth === 1 ? null : knownPaths.get(pathKey(part.slice(0, -1)))!,
      });
    }
    if (missing.size === 0) continue;
    const insertedRows = await repo.insertLevel(tx, [...missing.values()]);
    const idOf = new Map(insertedRows.map((row) => [`${row.parent_id}/${foldText(row.title)}`, row.id]));
    for (const [key, one] of missing) knownPaths.set(key, idOf.get(`${one.parent_id}/${foldText(one.title)}`)!);
  }
  return knownPaths;
};

/** Splits «Дирекция / Финансы / Бухгалтерия» into titles. */
export const splitPath = (text: string): string[] => text.split(pathSeparators).map(cleanLine).filter(Boolean);

export const joinPath = (titles: readonly string[]): string => titles.join(PATH_SEPARATOR);
