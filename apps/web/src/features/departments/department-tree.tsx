import { Button, Checkbox, Loader } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { DepartmentTree as Branch } from '@sergak/contract/departments/departments.schema.ts';
import { emptyChoice, checkboxState, toggle } from '@sergak/contract/departments/picker.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead } from '../../shared/query.ts';
import { SearchBox } from '../../shared/table/search-box.tsx';
import { narrowed, departmentTree } from './department-branches.ts';
import { indent } from './indent.ts';
import css from './department-tree.module.css';

/** Number of departments shown without a search field. */
const SEARCH_FROM = 8;

/** Maximum number of found departments shown; a more precise search finds the others. */
const FOUND_MAX = 100;

type Props = {
  label: string;
  hint: string;
  failed: string;
  value: readonly string[];
  onChange: (ids: string[]) => void;
};

/** The departments as a tree to tick; a ticked department includes its children. */
export const DepartmentTree = ({ label, hint, failed, value, onChange }: Props): ReactNode => {
  const t = useT('departments');
  const found = useRead('departments.tree', {}, { staleTime: 60_000, quiet: true });
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const branches = useMemo(() => found.data?.data ?? [], [found.data]);
  const tree = useMemo(() => departmentTree(branches), [branches]);
  const choice = useMemo(() => ({ ...emptyChoice, departments: new Set(value) }), [value]);
  const wanted = search.trim();
  const shown = useMemo(
    () => (wanted === '' ? { branches, way: new Set<string>(), left_out: 0 } : narrowed(branches, wanted, FOUND_MAX)),
    [branches, wanted],
  );
  const expand = (id: string): void =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  const tick = (id: string, on: boolean): void => onChange([...toggle(tree, choice, id, on).departments]);
  const rows = (level: readonly Branch[], depth: number): ReactNode => (
    <ul className={css['level']}>
      {level.map((one) => {
        const isOpen = shown.way.has(one.id) || open.has(one.id);
        const state = checkboxState(tree, choice, one.id);
        const Mark = isOpen ? IconChevronDown : IconChevronRight;
        return (
          <li key={one.id}>
            <div className={css['row']} style={{ paddingInlineStart: indent(depth) }}>
              {one.children.length > 0 ? (
                <button
                  type="button"
                  className={css['expand']}
                  aria-expanded={isOpen}
                  aria-label={t(isOpen ? 'tree.close' : 'tree.open', { title: one.title })}
                  disabled={shown.way.has(one.id)}
                  onClick={() => expand(one.id)}
                >
                  <Mark size={16} aria-hidden />
                </button>
              ) : (
                <span className={css['expand']} />
              )}
              <Checkbox
                className={css['box']!}
                label={ownTitle(one.title)}
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
          {failed}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => void found.refetch()}>
            {t('commons:retry')}
          </Button>
        </p>
      )}
      {tree.nodes.size >= SEARCH_FROM && (
        <SearchBox value={search} onChange={setSearch} placeholder={t('tree.search')} delay={150} />
      )}
      {found.isPending && <Loader size="sm" aria-label={t('commons:loading')} />}
      {found.data !== undefined && (
        <div className={css['body']}>
          {rows(shown.branches, 0)}
          {wanted !== '' && shown.branches.length === 0 && <p className={css['hint']}>{t('nothing')}</p>}
          {shown.left_out > 0 && (
            <p className={css['hint']}>
              {t('tree.left_out', { count: shown.left_out, number: formatNumber(shown.left_out) })}
            </p>
          )}
        </div>
      )}
    </fieldset>
  );
};
