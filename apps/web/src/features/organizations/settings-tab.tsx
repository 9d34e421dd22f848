import type { ReactNode } from 'react';
import { Logos } from './logos.tsx';
import { OrganizationForm } from './organization-form.tsx';
import css from './organization.module.css';
import type { OrganizationPage } from './overview.tsx';
import { Reminders } from './reminders.tsx';

/** All settings of the current organisation: logos, the form, reminders to register. */
export const SettingsTab = ({ organization }: { organization: OrganizationPage }): ReactNode => (
  <div className={css['form']}>
    <Logos organization={organization} />
    <OrganizationForm key={organization.id} organization={organization} approvers={organization.approvers_count} />
    <Reminders />
  </div>
);
