import { Button } from '@mantine/core';
import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { isAtLeast } from '@sergak/contract/access/roles.ts';
import { mailServerAdmin } from '@sergak/contract/settings/settings.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useMe } from '../../shared/session.ts';
import { Section } from '../../shared/ui/section.tsx';
import { FirstStepsEnd } from './first-steps-end.tsx';
import { follow } from './first-steps-followed.ts';
import css from './first-steps.module.css';
import { type FirstStep, listedSteps } from './first-steps.rules.ts';
import { stepPlaces, useFirstSteps, useSteps } from './use-first-steps.ts';

type StepProps = { step: FirstStep; number: number; next: boolean };
const Step = ({ step: { id, ready }, number, next }: StepProps): ReactNode => {
  const t = useT('statistics');
  const setsMail = isAtLeast(useMe().role, mailServerAdmin);
  return (
    <li data-done={ready || undefined} data-next={next || undefined}>
      <ScreenLink {...stepPlaces[id]} onClick={() => follow(id)}>
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

/** The first steps until the organisation trains its people; then, for who has taken them, what happens next. */
const List = ({ begun, begin, end }: Omit<ReturnType<typeof useFirstSteps>, 'wanted'>): ReactNode => {
  const t = useT('statistics');
  const steps = useSteps();
  const next = steps?.find(({ ready }) => !ready);
  const done = steps !== undefined && next === undefined;
  useEffect(() => {
    if (done && !begun) end();
    if (next !== undefined && !begun) begin();
  }, [done, next, begun, begin, end]);
  if (steps === undefined || (done && !begun)) return null;
  if (done) return <FirstStepsEnd onEnd={end} />;
  const listed = listedSteps(steps);
  return (
    <Section
      title={t(listed.length === steps.length ? 'first.title' : 'first.left')}
      hint={t('first.hint', { done: steps.filter(({ ready }) => ready).length, total: steps.length })}
      className={css['card']!}
      actions={
        <Button variant="subtle" color="gray" size="compact-md" onClick={end}>
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
};

/** The list of first steps, for who may take them and has not dismissed it. */
export default function FirstSteps(): ReactNode {
  const { wanted, ...first } = useFirstSteps();
  return wanted ? <List {...first} /> : null;
}
