import { useCallback, useEffect, useRef, useState } from 'react';
import type { TreeNode } from '@sergak/contract/departments/departments.schema.ts';
import { emptyTree, type Tree, withLoaded } from '@sergak/contract/departments/picker.ts';
import { isAnyoneSelected } from '@sergak/contract/employees/people-selection.rules.ts';
import type { PeopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import { call } from '../../shared/api.ts';

const AT_ONCE = 100;
/** People who are already included, whatever is ticked: the members of a tag, or the learners of a course. */
export type Forced = { readonly forced_tag_id?: string; readonly forced_course_id?: string };
export type FoundBranch = { readonly ids: readonly string[]; readonly total: number };
type Restoring = 'busy' | 'failed' | 'done';

/** Loads the initial selection before the picker is shown, and returns the state of loading. */
const useRestored = (chosen: PeopleSelection, forced: Forced, take: (nodes: readonly TreeNode[]) => void) => {
  const before = useRef(chosen).current;
  const latest = useRef(take);
  latest.current = take;
  const [restoring, setRestoring] = useState<Restoring>(isAnyoneSelected(before) ? 'busy' : 'done');
  const restore = useCallback(async (): Promise<void> => {
    if (!isAnyoneSelected(before)) return;
    setRestoring('busy');
    try {
      const answer = await call('departments.nodes', { ids: before.ids, ...forced });
      latest.current(answer.data);
      setRestoring('done');
    } catch {
      setRestoring('failed');
    }
  }, [before, forced]);
  useEffect(() => void restore(), [restore]);
  return { restoring, restore };
};

/**
 * The lazily loaded tree of people: level by level, people a hundred at a time. A level that fails stays unloaded.
 * `forced` must not change while the tree is shown. The initial selection (`chosen`: a draft, a step back) is loaded
 * with its parents, because ticks are computed from the loaded part: until `restoring` is done, ticks would be wrong.
 */
export const usePeopleTree = (forced: Forced, chosen: PeopleSelection) => {
  const initiallyForced = useRef(forced).current;
  const [tree, setTree] = useState<Tree>(emptyTree);
  const [loading, setLoading] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const now = useRef(tree);
  now.current = tree;

  const keep = (next: Tree): Tree => {
    now.current = next;
    setTree(next);
    return next;
  };
  const mark = (set: typeof setLoading, level: string, on: boolean): void =>
    set((before) => new Set(on ? [...before, level] : [...before].filter((one) => one !== level)));

  /** Loads the next people of a level (all of them with `whole`); returns the tree, or null on failure. */
  const load = useCallback(
    async (level: string | null, whole = false): Promise<Tree | null> => {
      const key = level ?? '';
      mark(setLoading, key, true);
      mark(setFailed, key, false);
      try {
        for (;;) {
          const seen = now.current.children.get(level) ?? [];
          const offset = seen.filter((id) => now.current.nodes.get(id)?.type === 'user').length;
          const answer = await call('departments.users', {
            ...(level === null ? {} : { parent_id: level }),
            limit: AT_ONCE,
            offset,
            ...initiallyForced,
          });
          const people = answer.data.filter((node) => node.type === 'user').length;
          const complete = offset + people >= answer.users_total;
          keep(withLoaded(now.current, level, answer.data, complete));
          if (complete || !whole) return now.current;
        }
      } catch {
        mark(setFailed, key, true);
        return null;
      } finally {
        mark(setLoading, key, false);
      }
    },
    [initiallyForced],
  );

  const { restoring, restore } = useRestored(chosen, initiallyForced, (nodes) =>
    keep(withLoaded(now.current, undefined, nodes, true)),
  );

  useEffect(() => void load(null), [load]);

  /** Finds departments and people anywhere; matches are added to the tree. */
  const find = useCallback(
    async (search: string, signal: AbortSignal): Promise<FoundBranch> => {
      const answer = await call('departments.users', { search, limit: AT_ONCE, ...initiallyForced }, { signal });
      keep(withLoaded(now.current, undefined, answer.data, true));
      return { ids: answer.data.map((node) => node.id), total: answer.users_total };
    },
    [initiallyForced],
  );

  /** The current tree, for use after an await. */
  const current = useCallback((): Tree => now.current, []);
  return { tree, current, loading, failed, load, find, restoring, restore };
};
