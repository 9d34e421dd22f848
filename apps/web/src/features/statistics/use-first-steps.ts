import { useCallback, useState } from 'react';
import { useRead } from '../../shared/query.ts';
import { useMe, usePermission } from '../../shared/session.ts';
import { firstSteps, type FirstStep, type StepId } from './first-steps.rules.ts';

const one = { limit: 1 };
const quiet = { quiet: true };

/** The first steps with their state; undefined until it is known. */
export const useSteps = (): readonly FirstStep[] | undefined => {
  const me = useMe();
  const course = useRead('learning.assignments', one, quiet).data;
  const campaigns = useRead('campaigns.list', one, quiet).data;
  const staff = useRead('employees.list', { limit: 2 }, quiet).data;
  const domains = useRead('organizations.domains', {}, quiet).data;
  const mail = useRead('settings.mail', {}, quiet).data;
  return firstSteps({
    domain: domains?.data.some((domain) => domain.verified_at !== null),
    mail: mail && mail.mode === 'server',
    staff: staff?.data.some((person) => person.id !== me.id),
    campaign: campaigns && campaigns.total_count > 0,
    course: course && Object.values(course.counts).some((count) => count > 0),
  });
};

/** Where each step is done: it opens what its name says. */
export const stepPlaces = {
  domain: { screen: 'organization.own', search: { tab: 'domains' } },
  mail: { screen: 'settings.emails', search: { tab: 'server' } },
  staff: { screen: 'staff.employees', search: { import: 'new' } },
  campaign: { screen: 'phishing.campaign-create' },
  course: { screen: 'learning.assigned-create' },
} as const satisfies Record<StepId, object>;

/** `begun`: the list has been shown with open steps; `ended`: it is done or dismissed. */
type Stored = 'begun' | 'ended' | null;

/** How far the person is with the list, kept in the browser per person and organisation. */
export const useFirstSteps = (): { wanted: boolean; begun: boolean; begin: () => void; end: () => void } => {
  const me = useMe();
  const runs = [
    usePermission('admin.staff.employees'),
    usePermission('admin.phishing.campaigns'),
    usePermission('admin.organization'),
  ];
  const key = `sergak.first-steps.${me.id}.${me.acting_organization.id}`;
  const [stored, setStored] = useState(() => localStorage.getItem(key) as Stored);
  const store = useCallback(
    (next: 'begun' | 'ended') => {
      localStorage.setItem(key, next);
      setStored(next);
    },
    [key],
  );
  const begin = useCallback(() => store('begun'), [store]);
  const end = useCallback(() => store('ended'), [store]);
  return { wanted: stored !== 'ended' && runs.every(Boolean), begun: stored === 'begun', begin, end };
};
