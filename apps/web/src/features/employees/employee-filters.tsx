import { Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { assignableRoles } from '@sergak/contract/access/roles.ts';
import { phishingEvents } from '@sergak/contract/employees/employees.limits.ts';
import { moveRiskRange, riskInput } from '@sergak/contract/employees/employees.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead } from '../../shared/query.ts';
import { useAnonymous, usePermission } from '../../shared/session.ts';
import { DepartmentTree } from '../departments/public.ts';
import css from './employees.module.css';
import { CampaignsFilter, CoursesFilter } from './filter-choosers.tsx';
import type { StaffState } from './selection.ts';
import { MultiSelect } from '../../shared/ui/select.tsx';
import { PartFailed } from '../../shared/ui/states.tsx';

const learning = ['NORMAL', 'BEHIND'] as const;
const progress = ['NOT_START', 'COMPLETED', 'NOT_COMPLETED', 'WITHOUT_COURSE'] as const;

type ChecksProps<V extends string> = {
  legend: string;
  values: readonly V[];
  chosen: readonly string[];
  label: (value: V) => string;
  onChange: (values: string[]) => void;
};
const Checks = <V extends string>({ legend, values, chosen, label, onChange }: ChecksProps<V>): ReactNode => (
  <fieldset className={css['group']}>
    <legend>{legend}</legend>
    <div className={css['checks']}>
      {values.map((value) => (
        <Checkbox
          key={value}
          label={label(value)}
          checked={chosen.includes(value)}
          onChange={(e) =>
            onChange(e.currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
          }
        />
      ))}
    </div>
  </fieldset>
);

/** Two whole numbers of 0…10; moving one past the other moves both, and text that is not a number is ignored. */
const RiskRange = ({ state }: { state: StaffState }): ReactNode => {
  const t = useT('employees');
  const { risk_from: min, risk_to: max } = state.filters;
  const [typed, setTyped] = useState<{ min?: string; max?: string }>({});
  const take = (side: 'min' | 'max', text: string): void => {
    if (text === '') return setTyped({ ...typed, [side]: '' });
    const value = riskInput(text);
    if (value === null) return;
    setTyped({});
    const next = moveRiskRange({ min, max }, { [side]: value });
    state.setFilters({ risk_from: next.min, risk_to: next.max });
  };
  const field = (side: 'min' | 'max', value: number): ReactNode => (
    <TextInput
      label={t(side === 'min' ? 'filter.risk_from' : 'filter.risk_to')}
      inputMode="numeric"
      value={typed[side] ?? String(value)}
      onChange={(e) => take(side, e.currentTarget.value)}
      onBlur={() => setTyped({})}
    />
  );
  return (
    <fieldset className={css['group']}>
      <legend>{t('filter.risk')}</legend>
      <div className={css['range']}>
        {field('min', min)}
        {field('max', max)}
      </div>
    </fieldset>
  );
};

/** The filters of the employee list; each change takes effect at once. */
export default function EmployeeFilters({ state }: { state: StaffState }): ReactNode {
  const t = useT('employees');
  const { filters: f, setFilters } = state;
  const mayCourses = usePermission('admin.learning.courses');
  const mayCampaigns = usePermission('admin.phishing.campaigns');
  const anonymous = useAnonymous();
  const tags = useRead('tags.list', {}, { staleTime: 60_000, quiet: true });
  return (
    <div className={css['filters']}>
      <DepartmentTree
        label={t('filter.departments')}
        hint={t('filter.departments_hint')}
        failed={t('filter.departments_failed')}
        value={f.departments}
        onChange={(value) => setFilters({ departments: value })}
      />
      {tags.isError && tags.data === undefined ? (
        <PartFailed text={t('filter.tags_failed')} onRetry={() => void tags.refetch()} />
      ) : (
        <MultiSelect
          label={t('filter.tags')}
          searchable
          clearable
          data={(tags.data?.data ?? []).map((tag) => ({ value: tag.id, label: ownTitle(tag.title) }))}
          value={[...f.tags]}
          onChange={(value) => setFilters({ tags: value })}
          nothingFoundMessage={t('filter.nothing')}
        />
      )}
      {anonymous ? <p className="quiet">{t('filter.anonymous')}</p> : <RiskRange state={state} />}
      <Checks
        legend={t('filter.roles')}
        values={assignableRoles}
        chosen={f.roles}
        label={(role) => t(`role.${role}`)}
        onChange={(roles) => setFilters({ roles })}
      />
      {!anonymous && (
        <Checks
          legend={t(f.in_phishing.length > 0 ? 'filter.events_in' : 'filter.events')}
          values={phishingEvents}
          chosen={f.phishing_events}
          label={(event) => t(`event.${event}`)}
          onChange={(value) => setFilters({ phishing_events: value })}
        />
      )}
      {mayCampaigns && (
        <CampaignsFilter value={f.in_phishing} onChange={(value) => setFilters({ in_phishing: value })} />
      )}
      <Checks
        legend={t('filter.learning')}
        values={learning}
        chosen={f.learning}
        label={(value) => t(`learning.${value}`)}
        onChange={(value) => setFilters({ learning: value })}
      />
      {mayCourses && <CoursesFilter value={f.in_course} onChange={(value) => setFilters({ in_course: value })} />}
      <Checks
        legend={t('filter.course')}
        values={progress}
        chosen={f.course_progress}
        label={(value) => t(`course.${value}`)}
        onChange={(value) => setFilters({ course_progress: value })}
      />
    </div>
  );
}
