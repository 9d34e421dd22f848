import { SimpleGrid } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { freeSeats } from '@sergak/contract/organizations/organizations.rules.ts';
import { mayGrant } from '@sergak/contract/access/roles.ts';
import { failedWith } from '../../shared/api-error.ts';
import { formatDate, formatNumber, today } from '../../shared/format.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, SubmitButton, TextField, useForm } from '../../shared/forms/form.tsx';
import { UnsavedGuard } from '../../shared/forms/guard.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { SwitchField } from '../../shared/forms/switch-field.tsx';
import { AboutFields } from './about-fields.tsx';
import { LicenceFields } from './licence-fields.tsx';
import css from './organization.module.css';
import type { OrganizationPage } from './overview.tsx';

type Values = {
  title: string;
  language: OrganizationPage['language'];
  time_zone: string;
  users_limit: number;
  start_date: string;
  end_date: string;
  with_administrator: boolean;
  last_name: string;
  first_name: string;
  email: string;
};

const valuesFor = (parent: OrganizationPage): Values => {
  const now = today();
  const { start_date, end_date } = parent.license;
  return {
    title: '',
    language: parent.language,
    time_zone: parent.time_zone,
    users_limit: Math.min(100, freeSeats(parent.license)),
    start_date: now < start_date ? start_date : now > end_date ? end_date : now,
    end_date,
    with_administrator: false,
    last_name: '',
    first_name: '',
    email: '',
  };
};

/** The page of the new organisation's parent. */
const Up = ({ id, own, children }: { id: string; own: boolean; children: ReactNode }): ReactNode =>
  own ? (
    <ScreenLink screen="organization.own">{children}</ScreenLink>
  ) : (
    <ScreenLink screen="organization.one" params={{ organization_id: id }}>
      {children}
    </ScreenLink>
  );

const Administrator = (): ReactNode => {
  const t = useT('organizations');
  const may = mayGrant(useMe().role, 'system_admin');
  const wanted = useWatch({ name: 'with_administrator' }) as boolean;
  if (!may) return null;
  return (
    <Section title={t('create.administrator')} hint={t('create.administrator_hint')}>
      <SwitchField name="with_administrator" label={t('create.with_administrator')} />
      {wanted && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} mt="lg" maw={860}>
          <TextField name="last_name" path="administrator.last_name" label={t('create.last_name')} />
          <TextField name="first_name" path="administrator.first_name" label={t('create.first_name')} />
          <TextField name="email" path="administrator.email" type="email" label={t('create.email')} />
        </SimpleGrid>
      )}
    </Section>
  );
};

const CreateForm = ({ parent, own }: { parent: OrganizationPage; own: boolean }): ReactNode => {
  const t = useT('organizations');
  const go = useGo();
  const form = useForm<Values>(valuesFor(parent), { shouldUnregister: false });
  const create = useWrite('organizations.create-child', { quiet: true });
  const submit = ({ with_administrator, last_name, first_name, email, ...values }: Values): void =>
    create.mutate({
      ...values,
      parent_id: parent.id,
      ...(with_administrator && { administrator: { last_name, first_name, email } }),
    });
  const createdOrganization = create.data;
  useEffect(() => {
    // Navigate only after the form is known to be stored: before that, the guard would ask whether to leave it.
    if (createdOrganization === undefined) return;
    showToast({ kind: 'success', text: t('create.done', { title: createdOrganization.title }) });
    go({ screen: 'organization.one', params: { organization_id: createdOrganization.id } }, { replace: true });
  }, [createdOrganization, go, t]);
  const tight = failedWith(create.error, 'licence.users_limit');
  return (
    <Form form={form} call="organizations.create-child" onSubmit={submit} className={css['form']!}>
      <AboutFields zone={parent.time_zone} isNew />
      <LicenceFields
        free={freeSeats(parent.license)}
        earliest={parent.license.start_date}
        latest={parent.license.end_date}
      />
      <Administrator />
      {tight ? (
        <p role="alert" className="form-error">
          {t('create.tight', { parent: parent.title })}
        </p>
      ) : (
        <FormError
          error={create.error}
          fields={{ 'organization.title_taken': 'title', 'employee.email_taken': 'email' }}
        />
      )}
      <div className={css['save']}>
        <Up id={parent.id} own={own}>
          {t('commons:cancel')}
        </Up>
        <SubmitButton busy={create.isPending}>{t('create.action')}</SubmitButton>
      </div>
      <UnsavedGuard dirty={form.formState.isDirty && !create.isSuccess} />
    </Form>
  );
};

/** Creates an organisation below the current one, or below the one named in the address. */
export default function CreateScreen(): ReactNode {
  const t = useT('organizations');
  const acting = useMe().acting_organization.id;
  const named = useScreenParams('organization.create-child') as { organization_id?: string };
  const id = named.organization_id ?? acting;
  const query = useRead('organizations.get', { id }, { quiet: true, fresh: true });
  if (query.isError && query.data === undefined)
    return (
      <>
        <PageHead title={t('create.title')} />
        <ErrorState title={t('one.missing')} hint={t('one.missing_hint')} onRetry={() => void query.refetch()} />
      </>
    );
  if (query.data === undefined) return <LoadingState />;
  const { license, title } = query.data;
  const own = id === acting;
  return (
    <>
      <PageHead
        title={t('create.title')}
        hint={t('create.hint', {
          parent: title,
          day: formatDate(license.end_date),
          free: formatNumber(freeSeats(license)),
        })}
        trail={[
          <Up key="up" id={id} own={own}>
            {title}
          </Up>,
        ]}
      />
      <CreateForm key={id} parent={query.data} own={own} />
    </>
  );
}
