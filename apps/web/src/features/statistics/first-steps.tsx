import { Button } from '@mantine/core';
import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { isAtLeast } from '@sergak/contract/access/roles.ts';
import { mailServerAdmin } from '@sergak/contract/settings/settings.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { Section } from '../../shared/ui/section.tsx';
import css from './first-steps.module.css';
import { firstSteps, type FirstStep, listedSteps, type StepId } from './first-steps.rules.ts';

const one = { limit: 1 };
const quiet = { quiet: true };

/** The steps with their state; undefined until it is known. */
const useSteps = (): readonly FirstStep[] | undefined => {
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

const places = {
  domain: { screen: 'organization.own', search: { tab: 'domains' } },
  mail: { screen: 'settings.emails', search: { tab: 'server' } },
  staff: { screen: 'staff.employees' },
  campaign: { screen: 'phishing.campaign-create' },
  course: { screen: 'learning.assigned-create' },
} as const satisfies Record<StepId, object>;

type StepProps = { step: FirstStep; number: number; next: boolean };
const Step = ({ step: { id, ready }, number, next }: StepProps): ReactNode => {
  const t = useT('statistics');
  const setsMail = isAtLeast(useMe().role, mailServerAdmin);
  return (
    <li data-done={ready || undefined} data-next={next || undefined}>
      <ScreenLink {...places[id]}>
        <span className={css['mark']}>{ready ? <IconCheck size={16} stroke={2.5} aria-hidden /> : number}</span>
        <strong>{t(`first.${id}`)}</strong>
        <small>{t(id === 'mail' && !setsMail ? 'first.mail_ask' : `first.${id}_hint`)}</small>
        <span className={css['state']}>
          {ready ? t('first.ready') : <IconChevronRight size={18} stroke={1.6} aria-hidden />}
        </span>
      </ScreenLink>
    </li>
  );
};

/**
 * The first steps, shown until the organisation can launch a campaign; `onEnd` is called when they are no longer
 * needed.
 */
export default function FirstSteps({ onEnd }: { onEnd: () => void }): ReactNode {
  const t = useT('statistics');
  const steps = useSteps();
  const next = steps?.find(({ ready }) => !ready);
  const ended = steps !== undefined && next === undefined;
  useEffect(() => {
    if (ended) onEnd();
  }, [ended, onEnd]);
  if (steps === undefined || ended) return null;
  const listed = listedSteps(steps);
  return (
    <Section
      title={t(listed.length === steps.length ? 'first.title' : 'first.left')}
      hint={t('first.hint', { done: steps.filter(({ ready }) => ready).length, total: steps.length })}
      className={css['card']!}
      actions={
        <Button variant="subtle" color="gray" size="compact-md" onClick={onEnd}>
          {t('first.hide')}
        </Button>
      }
    >
      <ol className={css['steps']}>
        {listed.map((step, i) => (
          <Step key={step.id} step={step} number={i + 1} next={step === next} />
        ))}
      </ol>
    </Section>
  );
}
