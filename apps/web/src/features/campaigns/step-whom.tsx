import { Checkbox, MultiSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { DepartmentTree } from './department-tree.tsx';
import type { StepProps } from './draft.ts';
import css from './campaigns.module.css';

const known = new Map<string, string>();
/** Single people, found by name. Names of the chosen are remembered while the page is open. */
const PeopleSelect = ({ value, onChange }: { value: readonly string[]; onChange: (ids: string[]) => void }): ReactNode => {
  const t = useT('campaigns');
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, 600);
  const people = useRead('employees.modal', { search: asked, limit: 20 } as never, { quiet: true });
  const rows = (people.data?.data ?? []) as readonly { id: string; full_name: string }[];
  for (const one of rows) known.set(one.id, one.full_name);
  const ids = [...new Set([...value, ...rows.map((one) => one.id)])];
  return (
    <MultiSelect
      label={t('whom.people')} placeholder={t('whom.people_search')} searchable hidePickedOptions value={[...value]} onChange={onChange}
      searchValue={search} onSearchChange={setSearch} filter={({ options }) => options} nothingFoundMessage={t('tree.none')}
      data={ids.map((id) => ({ value: id, label: known.get(id) ?? t('whom.person') }))}
    />
  );
};

/** Whom a campaign writes to: everybody or a choice, less some tags; and what it is called. */
export const StepWhom = ({ draft, set }: StepProps): ReactNode => {
  const t = useT('campaigns');
  const tags = useRead('tags.list', {}, { staleTime: 60_000, quiet: true });
  const { targets } = draft;
  return (
    <div className={css['form']}>
      <TextInput
        label={t('whom.name')} description={t('whom.name_hint')} withAsterisk maxLength={255} value={draft.name}
        onChange={(e) => set({ name: e.currentTarget.value })}
      />
      <SegmentedControl
        aria-label={t('whom.title')} value={draft.targetType} onChange={(targetType) => set({ targetType: targetType as 'all' })}
        data={[{ value: 'custom', label: t('whom.custom') }, { value: 'all', label: t('whom.all') }]}
      />
      {draft.targetType === 'custom' && (
        <>
          <DepartmentTree value={targets.target_departments} onChange={(target_departments) => set({ targets: { ...targets, target_departments } })} />
          <PeopleSelect value={targets.target_users} onChange={(target_users) => set({ targets: { ...targets, target_users } })} />
        </>
      )}
      <MultiSelect
        label={t('whom.excluded')} description={t('whom.excluded_hint')} searchable value={draft.excludedTags} onChange={(excludedTags) => set({ excludedTags })}
        data={(tags.data?.data ?? []).map((tag) => ({ value: tag.id, label: tag.title }))}
      />
      <Checkbox label={t('whom.testing')} description={t('whom.testing_hint')} checked={draft.isTesting} onChange={(e) => set({ isTesting: e.currentTarget.checked })} />
    </div>
  );
};
