import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatDate } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { SEARCH_IN_SELECT_MS } from '../../shared/table/list-state.ts';
import { CourseChooser } from '../library/public.ts';
import css from './employees.module.css';
import { useCampaignNames, useCourseNames } from './filter-names.ts';
import { MultiSelect } from '../../shared/ui/select.tsx';

type Props = { value: readonly string[]; onChange: (ids: string[]) => void };

/** Assigned courses, chosen in the course dialog. */
export const CoursesFilter = ({ value, onChange }: Props): ReactNode => {
  const t = useT('employees');
  const [open, setOpen] = useState(false);
  const names = useCourseNames(value);
  return (
    <fieldset className={css['group']}>
      <legend>{t('filter.courses')}</legend>
      {value.length > 0 && (
        <ul className={css['picked']}>
          {value.map((id) => (
            <li key={id}>
              <span>{names.get(id) ?? t('chip.course')}</span>
              <button
                type="button"
                aria-label={t('filter.take_out', { name: names.get(id) ?? t('chip.course') })}
                onClick={() => onChange(value.filter((one) => one !== id))}
              >
                <IconX size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setOpen(true)}>
        {t('filter.choose_courses')}
      </Button>
      {open && (
        <CourseChooser
          onlyOwn
          opened
          multiple
          chosen={value}
          onClose={() => setOpen(false)}
          onChoose={(courses) => {
            setOpen(false);
            onChange(courses.map((one) => one.id));
          }}
        />
      )}
    </fieldset>
  );
};

const FOUND_MAX = 50;

/** Campaigns that sent emails to people, found by name. */
export const CampaignsFilter = ({ value, onChange }: Props): ReactNode => {
  const t = useT('employees');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, SEARCH_IN_SELECT_MS);
  const names = useCampaignNames(value);
  const found = useRead('campaigns.list', { search, limit: FOUND_MAX }, { quiet: true, staleTime: 60_000 });
  const nameById = new Map([...value].map((id) => [id, names.get(id) ?? t('chip.campaign')]));
  for (const one of found.data?.data ?? []) nameById.set(one.id, `${one.name}, ${formatDate(one.start_date)}`);
  return (
    <MultiSelect
      label={t('filter.campaigns')}
      placeholder={value.length === 0 ? t('filter.campaigns_any') : undefined}
      searchable
      clearable
      value={[...value]}
      onChange={onChange}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={[...nameById].map(([id, label]) => ({ value: id, label }))}
      nothingFoundMessage={t('filter.nothing')}
      error={found.isError ? t('filter.campaigns_failed') : undefined}
    />
  );
};
