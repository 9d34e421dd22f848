import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { DepartmentTree as Branch } from '@sergak/contract/departments/departments.schema.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead } from '../../shared/query.ts';
import { SearchBox } from '../../shared/table/search-box.tsx';
import { narrowed } from './department-branches.ts';
import css from './department-nav.module.css';
import { indent } from './indent.ts';

/** Maximum number of found departments shown. */
const FOUND_MAX = 100;

type Props = {
  /** The open department, empty at the top level. */
  at: string;
  /** The path to the open department, which is shown expanded. */
  path: readonly { id: string }[];
};

/** All departments as a tree beside the page, with search; each name leads to the page of its department. */
export const DepartmentNav = ({ at, path }: Props): ReactNode => {
  const t = useT('departments');
  const found = useRead('departments.tree', {}, { staleTime: 60_000, quiet: true });
  const [search, setSearch] = useState('');
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  const branches = useMemo(() => found.data?.data ?? [], [found.data]);
  const wanted = search.trim();
  const shown = useMemo(
    () => (wanted === '' ? { branches, way: new Set<string>(), left_out: 0 } : narrowed(branches, wanted, FOUND_MAX)),
    [branches, wanted],
  );
  const onPath = new Set(path.map((one) => one.id));
  const rows = (level: readonly Branch[], depth: number): ReactNode => (
    <ul className={css['level']}>
      {level.map((one) => {
        const isOpen = shown.way.has(one.id) || (turned.get(one.id) ?? onPath.has(one.id));
        const Mark = isOpen ? IconChevronDown : IconChevronRight;
        return (
          <li key={one.id}>
            <div
              className={css['row']}
              data-open={one.id === at || undefined}
              style={{ paddingInlineStart: indent(depth) }}
            >
              {one.children.length > 0 ? (
                <button
                  type="button"
                  className={css['expand']}
                  aria-expanded={isOpen}
                  aria-label={t(isOpen ? 'tree.close' : 'tree.open', { title: one.title })}
                  onClick={() => setTurned((before) => new Map(before).set(one.id, !isOpen))}
                >
                  <Mark size={16} aria-hidden />
                </button>
              ) : (
                <span className={css['expand']} />
              )}
              <ScreenLink
                screen="staff.department"
                params={{ department_id: one.id }}
                className={css['name']}
                aria-current={one.id === at ? 'page' : undefined}
              >
                {ownTitle(one.title)}
              </ScreenLink>
              <span className={css['number']}>{formatNumber(one.users_count)}</span>
            </div>
            {isOpen && one.children.length > 0 && rows(one.children, depth + 1)}
          </li>
        );
      })}
    </ul>
  );
  return (
    <nav className={css['nav']} aria-label={t('nav')}>
      <SearchBox value={search} onChange={setSearch} placeholder={t('tree.search')} delay={150} />
      {rows(shown.branches, 0)}
      {wanted !== '' && shown.branches.length === 0 && <p className={css['hint']}>{t('nothing')}</p>}
      {shown.left_out > 0 && (
        <p className={css['hint']}>
          {t('tree.left_out', { count: shown.left_out, number: formatNumber(shown.left_out) })}
        </p>
      )}
    </nav>
  );
};
