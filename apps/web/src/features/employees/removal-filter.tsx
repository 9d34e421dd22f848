import type { ReactNode } from 'react';
import type { RemovalGroup } from '@sergak/contract/employees/removed.schema.ts';
import { formatDate, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { Select } from '../../shared/ui/select.tsx';

const keyOf = (one: RemovalGroup): string => [one.removed_on, one.removed_by ?? '', one.import_id ?? ''].join('.');

export type Removal = { removed_on?: string; removed_by?: string; import_id?: string };
/** The removals that a value of this filter selects, in the form of the calls. */
export const removalOf = (value: string): Removal => {
  const [removed_on, removed_by, import_id] = value.split('.');
  return { ...(removed_on && { removed_on }), ...(removed_by && { removed_by }), ...(import_id && { import_id }) };
};

type Props = { value: string; onChange: (value: string) => void };
/** Filters removals by day, by actor or by file. */
export const RemovalFilter = ({ value, onChange }: Props): ReactNode => {
  const t = useT('employees');
  const groups = useRead('employees.removals', {}, { quiet: true }).data?.data ?? [];
  const titleOf = (one: RemovalGroup): string => {
    const who = [formatDate(one.removed_on), one.name, one.file_name].filter(Boolean).join(', ');
    return t('removed.group', { who, number: formatNumber(one.count) });
  };
  return (
    <Select
      aria-label={t('removed.by')}
      placeholder={t('removed.by')}
      w={320}
      clearable
      searchable
      value={value === '' ? null : value}
      data={groups.map((one) => ({ value: keyOf(one), label: titleOf(one) }))}
      nothingFoundMessage={t('filter.nothing')}
      onChange={(next) => onChange(next ?? '')}
    />
  );
};
