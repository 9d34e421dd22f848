import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { isAtLeast } from '@sergak/contract/access/roles.ts';
import type { Organization } from '@sergak/contract/organizations/organizations.schema.ts';
import { call } from '../../shared/api.ts';
import { Form, useForm } from '../../shared/forms/form.tsx';
import { UnsavedGuard } from '../../shared/forms/guard.tsx';
import { FormSaveBar } from '../../shared/forms/save-bar.tsx';
import { SaveError } from '../../shared/forms/save-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { refresh, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { Section } from '../../shared/ui/section.tsx';
import { AboutFields } from './about-fields.tsx';
import { BrandColor } from './brand-color.tsx';
import { KillSwitch } from './kill-switch.tsx';
import { LicenceFields } from './licence-fields.tsx';
import css from './organization.module.css';
import { lazy } from '../../shared/ui/lazy.tsx';

// Loaded lazily: it is below the fold and needs the calendar.
const Schedule = lazy(async () => ({ default: (await import('./schedule.tsx')).OrganizationSchedule }));
const Limits = lazy(async () => ({ default: (await import('./limits.tsx')).Limits }));

export type OrganizationValues = Pick<
  Organization,
  | 'title'
  | 'description'
  | 'language'
  | 'time_zone'
  | 'brand_color'
  | 'work_from'
  | 'work_to'
  | 'work_days'
  | 'holidays'
  | 'daily_cap'
  | 'minute_cap'
  | 'person_weekly_cap'
  | 'person_gap_hours'
  | 'approval_above'
  | 'own_networks'
> & { users_limit?: number; start_date?: string; end_date?: string };
/** For a child organisation: its licence, and what its parent has left for it. */
type Given = {
  values: { users_limit: number; start_date: string; end_date: string };
  free: number;
  least: number;
  earliest: string;
  latest: string;
};
const licenceOf = ({ users_limit, start_date, end_date }: Given['values']) => ({ users_limit, start_date, end_date });
const valuesOf = (o: Organization, licence?: Given['values']): OrganizationValues => ({
  ...(licence && licenceOf(licence)),
  title: o.title,
  description: o.description,
  language: o.language,
  time_zone: o.time_zone,
  brand_color: o.brand_color,
  work_from: o.work_from,
  work_to: o.work_to,
  work_days: o.work_days,
  holidays: o.holidays,
  daily_cap: o.daily_cap,
  minute_cap: o.minute_cap,
  person_weekly_cap: o.person_weekly_cap,
  person_gap_hours: o.person_gap_hours,
  approval_above: o.approval_above,
  own_networks: o.own_networks,
});

type Stored = Organization & { license?: Given['values'] };
type Props = { organization: Organization; licence?: Given; /** People who manage its campaigns. */ approvers: number };

/** Saves the current organisation, or a child with its licence. */
const useSave = (below: boolean) => {
  const own = useWrite('organizations.save', { quiet: true });
  const child = useWrite('organizations.save-child', { quiet: true });
  const used = below ? child : own;
  const write = (id: string, values: OrganizationValues, version: number, onSuccess: (stored: Stored) => void): void =>
    below ? child.mutate({ ...values, id, version }, { onSuccess }) : own.mutate({ ...values, version }, { onSuccess });
  return { write, error: used.error, busy: used.isPending, reset: used.reset };
};

/**
 * All settings of an organisation in one form with one save: title, language, time, colour, working hours and sending
 * limits, and the licence of a child.
 */
export const OrganizationForm = ({ organization, licence, approvers }: Props): ReactNode => {
  const t = useT('organizations');
  const form = useForm<OrganizationValues>(valuesOf(organization, licence?.values));
  const [version, setVersion] = useState(organization.version);
  const save = useSave(licence !== undefined);
  const accept = (stored: Stored): void => {
    setVersion(stored.version);
    form.reset(valuesOf(stored, licence && stored.license));
  };
  const write = (values: OrganizationValues, over: number): void =>
    save.write(organization.id, values, over, (stored) => {
      accept(stored);
      showToast({ kind: 'success', text: t('form.saved') });
    });
  const current = () => call('organizations.get', { id: organization.id });
  const takeTheirs = async (): Promise<void> => {
    accept(await current());
    save.reset();
    await refresh('organizations');
  };
  const { isDirty } = form.formState;
  const locked = !isAtLeast(useMe().role, 'system_admin');
  return (
    <Form
      form={form}
      call="organizations.save-child"
      onSubmit={(values) => write(values, version)}
      className={css['form']!}
    >
      <AboutFields zone={organization.time_zone} zoneLocked={locked} />
      {licence && <LicenceFields {...licence} />}
      <BrandColor />
      <Section part="hours" title={t('form.schedule')} hint={t('form.schedule_hint')}>
        <Suspense fallback={<Skeleton height={360} radius={14} />}>
          <fieldset className={css['locked']} disabled={locked}>
            <Schedule />
          </fieldset>
        </Suspense>
      </Section>
      <Suspense fallback={<Skeleton height={520} radius={14} />}>
        <Limits approvers={approvers} isDefault={organization.approval_is_default} locked={locked}>
          {licence === undefined && <KillSwitch organization={organization} />}
        </Limits>
      </Suspense>
      <SaveError
        error={save.error}
        fields={{ 'organization.title_taken': 'title' }}
        busy={save.busy}
        onTheirs={() => void takeTheirs()}
        onMine={() => void current().then((stored) => write(form.getValues(), stored.version))}
      />
      <FormSaveBar busy={save.busy} onDrop={save.reset} />
      <UnsavedGuard dirty={isDirty} />
    </Form>
  );
};
