import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { isAtLeast } from '@sergak/contract/access/roles.ts';
import { mailAdmin } from '@sergak/contract/settings/settings.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { Section } from '../../shared/ui/section.tsx';
import css from './first-steps.module.css';

type StepId = 'staff' | 'domain' | 'mail' | 'campaign' | 'course';
const one = { limit: 1 };
const quiet = { quiet: true };

/** What of the first steps is done, by what there is; undefined until it is known. `begun`: nobody needs them any more. */
const useDone = (): { begun: boolean | undefined; done: Partial<Record<StepId, boolean>> } => {
  const me = useMe();
  const campaign = useRead('campaigns.list', one, quiet).data;
  const course = useRead('learning.assignments', one, quiet).data;
  const assigned = course && Object.values(course.counts).some((count) => count > 0);
  const begun = campaign && assigned !== undefined ? campaign.total_count > 0 && assigned : undefined;
  const further = { quiet: true, enabled: begun === false };
  const staff = useRead('employees.list', { limit: 2 }, further).data;
  const domains = useRead('organizations.domains', {}, further).data;
  const mail = useRead('settings.mail', {}, further).data;
  return {
    begun,
    done: {
      staff: staff?.data.some((person) => person.id !== me.id) ?? false,
      domain: domains?.data.some((domain) => domain.confirmed_at !== null) ?? false,
      // Who may not set the server is not asked to.
      ...(isAtLeast(me.role, mailAdmin) && { mail: mail?.mode === 'server' }),
      campaign: (campaign?.total_count ?? 0) > 0,
      course: assigned ?? false,
    },
  };
};

const places = {
  staff: { screen: 'staff.employees' },
  domain: { screen: 'organization.own', search: { tab: 'domains' } },
  mail: { screen: 'settings.emails' },
  campaign: { screen: 'phishing.campaign-create' },
  course: { screen: 'learning.assigned-create' },
} as const satisfies Record<StepId, object>;

/** Where to begin in an organisation without a campaign or without a course; `onEnd` says that it is not needed again. */
export default function FirstSteps({ onEnd }: { onEnd: () => void }): ReactNode {
  const t = useT('statistics');
  const { begun, done } = useDone();
  useEffect(() => {
    if (begun === true) onEnd();
  }, [begun, onEnd]);
  if (begun !== false) return null;
  const steps = Object.entries(done) as [StepId, boolean][];
  const next = steps.find(([, ready]) => !ready)?.[0];
  return (
    <Section
      title={t('first.title')}
      hint={t('first.hint', { done: steps.filter(([, ready]) => ready).length, total: steps.length })}
      className={css['card']!}
      actions={
        <Button variant="subtle" color="gray" size="compact-md" onClick={onEnd}>
          {t('first.hide')}
        </Button>
      }
    >
      <ol className={css['steps']}>
        {steps.map(([id, ready], i) => (
          <li key={id} data-done={ready || undefined} data-next={id === next || undefined}>
            <ScreenLink {...places[id]}>
              <span className={css['mark']}>{ready ? <IconCheck size={16} stroke={2.5} aria-hidden /> : i + 1}</span>
              <span className={css['words']}>
                <strong>
                  {t(`first.${id}`)}
                  {ready && <span className="sr-only"> — {t('first.ready')}</span>}
                </strong>
                <small>{t(`first.${id}_hint`)}</small>
              </span>
            </ScreenLink>
          </li>
        ))}
      </ol>
    </Section>
  );
}
