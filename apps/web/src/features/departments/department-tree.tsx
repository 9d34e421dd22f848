import { Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { DepartmentTree as Branch, TreeNode } from '@sergak/contract/departments/departments.schema.ts';
import { choiceOf, emptyTree, tickOf, toggle, type Tree, withLoaded } from '@sergak/contract/departments/picker.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { SearchBox } from '../../shared/table/search-box.tsx';
import css from './department-tree.module.css';

/** So many departments are shown without asking for them; a search finds the others. */
const SEARCH_FROM = 8;

const treeOf = (branches: readonly Branch[]): Tree => {
  const add = (tree: Tree, parent: string | null, path: readonly string[], level: readonly Branch[]): Tree =>
    level.reduce(
      (made, one) => add(made, one.id, [...path, one.id], one.children),
      withLoaded(
        tree,
        parent,
        level.map(({ children: _, ...node }): TreeNode => ({ ...node, path: [...path], hint: '' })),
        true,
      ),
    );
  return add(emptyTree, null, [], branches);
};

/** What a search leaves of the tree: the departments found, and the way to them. */
const narrowed = (branches: readonly Branch[], needle: string): Branch[] =>
  branches.flatMap((one) => {
    if (one.title.toLowerCase().includes(needle)) return [one];
    const children = narrowed(one.children, needle);
    return children.length > 0 ? [{ ...one, children }] : [];
  });

type Props = {
  label: string;
  hint: string;
  failed: string;
  value: readonly string[];
  onChange: (ids: string[]) => void;
};

/** The departments as a tree to tick: one that is ticked stands for everything below it. */
export const DepartmentTree = ({ label, hint, failed, value, onChange }: Props): ReactNode => {
  const t = useT('staff__departments');
  const found = useRead('departments.tree', {}, { staleTime: 60_000, quiet: true });
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const branches = useMemo(() => found.data?.data ?? [], [found.data]);
  const tree = useMemo(() => treeOf(branches), [branches]);
  const choice = useMemo(() => choiceOf({ departments_ids: value, users_ids: [], exclude_users_ids: [] }), [value]);
  const needle = search.trim().toLowerCase();
  const shown = needle === '' ? branches : narrowed(branches, needle);
  const expand = (id: string): void =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  const tick = (id: string, on: boolean): void => onChange([...toggle(tree, choice, id, on).departments]);
  const rows = (level: readonly Branch[], depth: number): ReactNode => (
    <ul className={css['level']}>
      {level.map((one) => {
        const isOpen = needle !== '' || open.has(one.id);
        const state = tickOf(tree, choice, one.id);
        const Mark = isOpen ? IconChevronDown : IconChevronRight;
        return (
          <li key={one.id}>
            <div className={css['row']} style={{ paddingInlineStart: depth * 20 }}>
              {one.children.length > 0 ? (
                <button
                  type="button"
                  className={css['expand']}
                  aria-expanded={isOpen}
                  aria-label={t(isOpen ? 'tree.close' : 'tree.open', { title: one.title })}
                  disabled={needle !== ''}
                  onClick={() => expand(one.id)}
                >
                  <Mark size={16} aria-hidden />
                </button>
              ) : (
                <span className={css['expand']} />
              )}
              <Checkbox
                className={css['box']!}
                label={one.title}
                checked={state === 'on'}
                indeterminate={state === 'half'}
                onChange={() => tick(one.id, state !== 'on')}
              />
              <span className={css['number']}>{formatNumber(one.users_count)}</span>
            </div>
            {isOpen && one.children.length > 0 && rows(one.children, depth + 1)}
          </li>
        );
      })}
    </ul>
  );
  return (
    <fieldset className={css['tree']}>
      <legend>{label}</legend>
      <p className={css['hint']}>{hint}</p>
      {found.isError && found.data === undefined && (
        <p className={css['failed']} role="alert">
          {failed}
        </p>
      )}
      {tree.nodes.size >= SEARCH_FROM && (
        <SearchBox value={search} onChange={setSearch} placeholder={t('tree.search')} delay={150} />
      )}
      <div className={css['body']}>
        {rows(shown, 0)}
        {needle !== '' && shown.length === 0 && <p className={css['hint']}>{t('nothing')}</p>}
      </div>
    </fieldset>
  );
};
