import { Button, Checkbox, Loader } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconUser, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import {
  chooseAll,
  choiceOf,
  isForced,
  type Tick,
  checkboxState,
  selectionOf,
  type Tree,
} from '@sergak/contract/departments/picker.ts';
import { nobody } from '@sergak/contract/employees/people-selection.rules.ts';
import { countedOfSelection } from '@sergak/contract/employees/people-selection.wire.ts';
import type { PeopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import { call } from '../../shared/api.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { SEARCH_IN_SELECT_MS } from '../../shared/table/list-state.ts';
import { SearchBox } from '../../shared/table/search-box.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import { indent } from './indent.ts';
import { type Forced, usePeopleTree } from './people-tree.ts';
import { useFound, useTicking } from './use-picking.ts';
import css from './people-picker.module.css';

/** Number of chosen people who do not have this tag yet; undefined until the server has responded. */
export const useNewToTag = (value: PeopleSelection, tagId: string): number | undefined =>
  useQuery({
    queryKey: ['departments', 'users-count', value, tagId],
    queryFn: ({ signal }) =>
      call('departments.users-count', { ...countedOfSelection(value), excluded_tags: [tagId] }, { signal }),
    placeholderData: (before) => before,
    meta: { endpoint: 'departments.users-count' },
  }).data?.users_count;

const Waiting = (): ReactNode => {
  const t = useT('commons');
  return (
    <p className={css['waiting']} role="status">
      <Loader size="sm" type="dots" aria-label={t('loading')} />
    </p>
  );
};

type Props = {
  value: PeopleSelection;
  onChange: (value: PeopleSelection) => void;
  /** Number of people affected, as the caller counts them; undefined while it is not known. */
  count: number | undefined;
  /** Existing members are shown ticked and cannot be unticked. Use another `key` when `forced` changes. */
  forced?: Forced;
  label: string;
};

/** Chooses departments with their children and single people, with exclusions, in a lazily loaded tree. */
export const PeoplePicker = ({ value, onChange, count, forced = {}, label }: Props): ReactNode => {
  const t = useT('departments__picker');
  const people = usePeopleTree(forced, value);
  const { tree, loading, failed, load, restoring } = people;
  const { search, setSearch, found, lost, again } = useFound(people);
  const tick = useTicking(people, value, onChange);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const choice = useMemo(() => choiceOf(value), [value]);
  const expand = (id: string): void => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
    if (!tree.children.has(id)) void load(id);
  };

  const top = tree.children.get(null) ?? [];
  const ticks = top.map((id) => checkboxState(tree, choice, id));
  const whole: Tick =
    ticks.length > 0 && ticks.every((one) => one === 'on') ? 'on' : ticks.some((one) => one !== 'off') ? 'half' : 'off';
  const row: RowProps = {
    tree,
    open,
    loading,
    failed,
    checkboxState: (id) => checkboxState(tree, choice, id),
    onTick: (id, on) => void tick(id, on),
    onExpand: expand,
    onMore: (id) => void load(id),
  };
  const shown = search === '' ? top : (found?.ids ?? []);
  const waiting =
    restoring === 'busy' || (search === '' ? top.length === 0 && loading.has('') : found === null && !lost);
  return (
    <section className={css['picker']} aria-label={label}>
      <div className={css['head']}>
        <SearchBox value={search} onChange={setSearch} delay={SEARCH_IN_SELECT_MS} placeholder={t('search')} />
        <div className={css['summary']}>
          <Checkbox
            label={t('everybody')}
            checked={whole === 'on'}
            indeterminate={whole === 'half'}
            disabled={top.length === 0 || restoring !== 'done'}
            onChange={() => onChange(whole === 'on' ? nobody : selectionOf(chooseAll(tree)))}
          />
          <strong aria-live="polite" className={css['count']}>
            {count === undefined ? '…' : t('count', { count, number: formatNumber(count) })}
          </strong>
        </div>
      </div>
      <div className={css['body']}>
        {restoring === 'failed' ? (
          <ErrorState title={t('restore_failed')} hint={t('restore_kept')} onRetry={() => void people.restore()} />
        ) : (
          (failed.has('') || lost) && <ErrorState onRetry={() => (lost ? again() : void load(null))} />
        )}
        {search !== '' && found?.ids.length === 0 && <EmptyState title={t('nothing')} />}
        {waiting && <Waiting />}
        {restoring === 'done' && (
          <ul className={css['list']}>
            {shown.map((id) => (
              <PickerRow key={id} id={id} depth={0} {...row} />
            ))}
          </ul>
        )}
        {found !== null && found.total > 100 && (
          <p className={css['hint']}>{t('more_found', { number: formatNumber(found.total - 100) })}</p>
        )}
      </div>
    </section>
  );
};

type RowProps = {
  tree: Tree;
  open: ReadonlySet<string>;
  loading: ReadonlySet<string>;
  failed: ReadonlySet<string>;
  checkboxState: (id: string) => Tick;
  onTick: (id: string, on: boolean) => void;
  onExpand: (id: string) => void;
  onMore: (id: string) => void;
};

const PickerRow = ({ id, depth, ...all }: RowProps & { id: string; depth: number }): ReactNode => {
  const t = useT('departments__picker');
  const node = all.tree.nodes.get(id);
  if (node === undefined) return null;
  const isOpen = all.open.has(id);
  const children = all.tree.children.get(id);
  const forced = isForced(node);
  const tick = all.checkboxState(id);
  const Mark = isOpen ? IconChevronDown : IconChevronRight;
  const Kind = node.type === 'user' ? IconUser : IconUsersGroup;
  return (
    <li>
      <div
        className={css['row']}
        style={{ paddingInlineStart: 8 + indent(depth) }}
        data-on={tick !== 'off' || undefined}
      >
        {node.type === 'department' && !node.isLeaf ? (
          <button
            type="button"
            className={css['expand']}
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'close' : 'open', { title: node.title })}
            onClick={() => all.onExpand(id)}
          >
            <Mark size={16} aria-hidden />
          </button>
        ) : (
          <span className={css['expand']} />
        )}
        <Checkbox
          className={css['box']!}
          checked={tick === 'on'}
          indeterminate={tick === 'half'}
          disabled={forced}
          onChange={() => all.onTick(id, tick !== 'on')}
          label={
            <span className={css['label']}>
              <Kind size={16} stroke={1.7} aria-hidden />
              <span className={css['title']}>
                {ownTitle(node.title)}
                {node.hint !== '' && <span className={css['hint']}>{node.hint}</span>}
                {forced && <span className={css['hint']}>{t('forced')}</span>}
              </span>
            </span>
          }
        />
        {node.type === 'department' && <span className={css['number']}>{formatNumber(node.users_count)}</span>}
      </div>
      {isOpen && (
        <>
          {children !== undefined && (
            <ul className={css['list']}>
              {children.map((child) => (
                <PickerRow key={child} id={child} depth={depth + 1} {...all} />
              ))}
            </ul>
          )}
          {all.loading.has(id) && <Waiting />}
          {all.failed.has(id) && (
            <p className={css['failed']} role="alert">
              {t('failed')}{' '}
              <Button size="compact-sm" variant="subtle" onClick={() => all.onMore(id)}>
                {t('commons:retry')}
              </Button>
            </p>
          )}
          {!all.loading.has(id) && all.tree.partial.has(id) && (
            <Button size="compact-sm" variant="subtle" ml={30 + indent(depth)} onClick={() => all.onMore(id)}>
              {t('more')}
            </Button>
          )}
        </>
      )}
    </li>
  );
};
