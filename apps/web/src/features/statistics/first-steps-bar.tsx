import { CloseButton } from '@mantine/core';
import { IconCircleCheck, IconListCheck } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { isAtLeast } from '@sergak/contract/access/roles.ts';
import { mailServerAdmin } from '@sergak/contract/settings/settings.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useMe } from '../../shared/session.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import css from './first-steps.module.css';
import { follow, useFollowed } from './first-steps-followed.ts';
import { type FirstStep, stepAfter } from './first-steps.rules.ts';
import { stepPlaces, useSteps } from './use-first-steps.ts';

const Bar = ({ step, steps }: { step: FirstStep; steps: readonly FirstStep[] }): ReactNode => {
  const t = useT('statistics');
  const setsMail = isAtLeast(useMe().role, mailServerAdmin);
  const { id, ready } = step;
  const next = stepAfter(steps, id);
  const Icon = ready ? IconCircleCheck : IconListCheck;
  return (
    <aside className={css['bar']} data-done={ready || undefined} aria-label={t('first.title')}>
      <Icon size={22} stroke={1.7} aria-hidden />
      <p role="status">
        <strong>
          {ready ? t(`first.${id}_done`) : t('first.step', { number: steps.indexOf(step) + 1, total: steps.length })}
        </strong>{' '}
        {!ready && t(id === 'mail' && !setsMail ? 'first.mail_ask' : `first.${id}`)}
      </p>
      <div className={css['bar-actions']}>
        {next === undefined ? (
          ready && (
            <ButtonLink screen="statistics.general" size="compact-md">
              {t('first.to_end')}
            </ButtonLink>
          )
        ) : (
          <ButtonLink
            {...stepPlaces[next.id]}
            size="compact-md"
            variant={ready ? 'filled' : 'default'}
            onClick={() => follow(next.id)}
          >
            {ready ? t('first.next', { step: t(`first.${next.id}`) }) : t('first.skip')}
          </ButtonLink>
        )}
        <ScreenLink className="link" screen="statistics.general" onClick={() => follow(null)}>
          {t('first.to_list')}
        </ScreenLink>
        <CloseButton size="md" aria-label={t('first.bar_hide')} onClick={() => follow(null)} />
      </div>
    </aside>
  );
};

const Followed = ({ id }: { id: string }): ReactNode => {
  const steps = useSteps();
  const step = steps?.find((one) => one.id === id);
  return steps === undefined || step === undefined ? null : <Bar step={step} steps={steps} />;
};

/** On the page of a first step that was opened from the list: whether it is done, and the next one. */
export default function FirstStepsBar(): ReactNode {
  const followed = useFollowed();
  return followed === null ? null : (
    <Suspense fallback={null}>
      <Followed id={followed} />
    </Suspense>
  );
}
