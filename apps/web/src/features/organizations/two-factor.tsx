import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../shared/format.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { OwnProof, useProof } from '../../shared/forms/own-proof.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Section } from '../../shared/ui/section.tsx';
import css from './sign-in.module.css';

/** Two-factor authentication for everyone; its effect is explained before it is switched on. */
export const TwoFactor = ({ on, may }: { on: boolean; may: boolean }): ReactNode => {
  const t = useT('organizations__sign_in');
  const [asking, setAsking] = useState(false);
  const people = useRead('organizations.current', {}, { quiet: true }).data?.license.users_count;
  const mail = useRead('settings.mail', {}, { quiet: true }).data;
  const proof = useProof(asking && on);
  const change = useWrite('organizations.two-factor', { quiet: true });
  const turn = (): void =>
    change.mutate(
      { active: on ? 'false' : 'true', ...(on ? proof.body : {}) },
      {
        onSettled: proof.reset,
        onSuccess: ({ two_factor }) => {
          setAsking(false);
          showToast({ kind: 'success', text: t(two_factor ? 'two_factor.done_on' : 'two_factor.done_off') });
        },
      },
    );
  const number = { count: people ?? 0, number: formatNumber(people ?? 0) };
  const builtIn = mail?.mode === 'built_in';
  return (
    <Section
      part="two-factor"
      title={
        <span className={css['title-line']}>
          {t('two_factor.title')}{' '}
          <StatusBadge tone={on ? 'good' : 'neutral'}>{t(on ? 'two_factor.on' : 'two_factor.off')}</StatusBadge>
        </span>
      }
      hint={t('two_factor.hint')}
    >
      <div className={css['form-foot']}>
        {may && (
          <Button variant={on ? 'default' : 'filled'} disabled={people === undefined} onClick={() => setAsking(true)}>
            {t(on ? 'two_factor.turn_off' : 'two_factor.turn_on')}
          </Button>
        )}
        {!on && (
          <ButtonLink screen="settings.emails" variant="subtle">
            {t('two_factor.test')}
          </ButtonLink>
        )}
      </div>
      <ConfirmDialog
        opened={asking}
        danger={on}
        busy={change.isPending}
        ready={!on || proof.isReady}
        onConfirm={turn}
        onClose={() => setAsking(false)}
        title={t(on ? 'two_factor.off_title' : 'two_factor.on_title')}
        action={t(on ? 'two_factor.off_action' : 'two_factor.on_action')}
        {...(!on && builtIn ? { sure: t('two_factor.sure') } : {})}
      >
        {on ? (
          <>
            <p>{t('two_factor.off_text', number)}</p>
            <p>
              {t('two_factor.off_risk')} {t('two_factor.off_told')}
            </p>
            <OwnProof proof={proof} error={change.error} onEnter={() => change.isPending || turn()} />
          </>
        ) : (
          <>
            <p>{t('two_factor.on_text', number)}</p>
            <p>{builtIn ? <strong>{t('two_factor.built_in')}</strong> : t('two_factor.on_mail')}</p>
          </>
        )}
        {!on && <FormError error={change.error} />}
      </ConfirmDialog>
    </Section>
  );
};
