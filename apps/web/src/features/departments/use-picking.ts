import { useCallback, useEffect, useRef, useState } from 'react';
import { choiceOf, needsLoading, selectionOf, toggle } from '@sergak/contract/departments/picker.ts';
import type { PeopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { showToast } from '../../shared/toasts.ts';
import type { FoundBranch, usePeopleTree } from './people-tree.ts';

type People = ReturnType<typeof usePeopleTree>;

/** The matches of a search in the tree; `lost` if it failed, and `again` repeats it. */
export const useFound = ({ find }: People) => {
  const [search, setSearch] = useState('');
  const [found, setFound] = useState<FoundBranch | null>(null);
  const [lost, setLost] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    setLost(false);
    if (search === '') return setFound(null);
    const stop = new AbortController();
    find(search, stop.signal)
      .then(setFound)
      .catch(() => {
        if (stop.signal.aborted) return;
        setFound(null);
        setLost(true);
      });
    return () => stop.abort();
  }, [search, tries, find]);
  return { search, setSearch, found, lost, again: () => setTries((n) => n + 1) };
};

/** Ticks people and departments. Ticks made while something is loading are kept. */
export const useTicking = (
  { current, load }: People,
  value: PeopleSelection,
  onChange: (value: PeopleSelection) => void,
): ((id: string, on: boolean) => Promise<void>) => {
  const t = useT('departments__picker');
  const latest = useRef({ value, onChange, t });
  latest.current = { value, onChange, t };
  return useCallback(
    async (id, on) => {
      const choice = () => choiceOf(latest.current.value);
      // Before a part of a chosen department is unticked, its levels are loaded completely, so that the other people
      // stay chosen.
      for (let level; !on && (level = needsLoading(current(), choice(), id)[0]) !== undefined;)
        if ((await load(level, true)) === null)
          return void showToast({ kind: 'error', text: latest.current.t('untick_failed') });
      const next = selectionOf(toggle(current(), choice(), id, on));
      latest.current.value = next;
      latest.current.onChange(next);
    },
    [current, load],
  );
};
