import { Checkbox, TextInput } from '@mantine/core';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { DepartmentTree as Node } from '@sergak/contract/departments/departments.schema.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import css from './campaigns.module.css';

const below = (node: Node): string[] => [node.id, ...node.children.flatMap(below)];
const fits = (node: Node, needle: string): boolean => node.title.toLowerCase().includes(needle) || node.children.some((one) => fits(one, needle));

/** A parent stands for all below it; a parent whose children are all chosen is chosen itself. */
const compress = (nodes: readonly Node[], chosen: ReadonlySet<string>): string[] =>
  nodes.flatMap((node) => (below(node).every((id) => chosen.has(id)) ? [node.id] : [...(chosen.has(node.id) && node.children.length === 0 ? [node.id] : []), ...compress(node.children, chosen)]));
const expand = (nodes: readonly Node[], targets: ReadonlySet<string>): string[] =>
  nodes.flatMap((node) => (targets.has(node.id) ? below(node) : expand(node.children, targets)));

type LineProps = { node: Node; depth: number; needle: string; chosen: ReadonlySet<string>; onToggle: (node: Node, on: boolean) => void };
const Line = ({ node, depth, needle, chosen, onToggle }: LineProps): ReactNode => {
  const t = useT('campaigns');
  const [opened, setOpened] = useState(depth === 0);
  const ids = below(node);
  const count = ids.filter((id) => chosen.has(id)).length;
  const open = opened || needle !== '';
  if (needle !== '' && !fits(node, needle)) return null;
  return (
    <li>
      <div className={css['tree-line']} style={{ paddingLeft: depth * 22 }}>
        {node.children.length > 0 ? (
          <button type="button" className={css['fold']} aria-expanded={open} aria-label={t('tree.fold', { title: node.title })} onClick={() => setOpened(!opened)}>
            <IconChevronRight size={16} aria-hidden />
          </button>
        ) : <span className={css['fold']} />}
        <Checkbox
          label={node.title} checked={count === ids.length} indeterminate={count > 0 && count < ids.length} onChange={() => onToggle(node, count < ids.length)}
        />
        <span className={css['tree-count']}>{formatNumber(node.users_count)}</span>
      </div>
      {open && node.children.length > 0 && (
        <ul className={css['tree']}>{node.children.map((one) => <Line key={one.id} node={one} depth={depth + 1} needle={needle} chosen={chosen} onToggle={onToggle} />)}</ul>
      )}
    </li>
  );
};

type Props = { value: readonly string[]; onChange: (ids: string[]) => void };
/** Departments with everything below them: ticked, half-ticked, found by name. */
export const DepartmentTree = ({ value, onChange }: Props): ReactNode => {
  const t = useT('campaigns');
  const tree = useRead('departments.tree', {}, { staleTime: 60_000 });
  const [search, setSearch] = useState('');
  const nodes = tree.data?.data;
  const chosen = useMemo(() => new Set(expand(nodes ?? [], new Set(value))), [nodes, value]);
  const toggle = (node: Node, on: boolean): void => {
    const next = new Set(chosen);
    for (const id of below(node)) if (on) next.add(id); else next.delete(id);
    onChange(compress(nodes!, next));
  };
  if (tree.isError && nodes === undefined) return <ErrorState onRetry={() => void tree.refetch()} />;
  if (nodes === undefined) return <LoadingState />;
  const needle = search.trim().toLowerCase();
  return (
    <div className={css['picker']}>
      <TextInput
        value={search} onChange={(e) => setSearch(e.currentTarget.value)} placeholder={t('tree.search')} aria-label={t('tree.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      {needle !== '' && !nodes.some((node) => fits(node, needle)) ? <EmptyState title={t('tree.none')} /> : (
        <ul className={css['tree']} aria-label={t('whom.departments')}>
          {nodes.map((node) => <Line key={node.id} node={node} depth={0} needle={needle} chosen={chosen} onToggle={toggle} />)}
        </ul>
      )}
    </div>
  );
};
