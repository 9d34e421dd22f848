import type { ReactNode } from 'react';
import { formatDate } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { Section } from '../../shared/ui/section.tsx';
import { PersonAction } from './person-action.tsx';

/** The authenticator app of a person; an administrator resets it if the phone is lost. Nothing is shown without an app. */
export const PersonAuthenticator = ({ id }: { id: string }): ReactNode => {
  const t = useT('session__authenticator');
  const state = useRead('authenticator.of-person', { id }, { quiet: true }).data;
  const reset = useWrite('authenticator.reset');
  if (!state?.active) return null;
  return (
    <Section title={t('person')}>
      <p>
        {t('on')}
        {state.since !== null && ` · ${formatDate(state.since)}`}
      </p>
      {state.lost && <p role="alert">{t('person_lost')}</p>}
      {state.resettable && (
        <PersonAction
          action={t('reset')}
          title={t('reset_title')}
          text={t('reset_text')}
          busy={reset.isPending}
          run={(close) =>
            reset.mutate(
              { id },
              { onSuccess: () => showToast({ kind: 'success', text: t('reset_done') }), onSettled: close },
            )
          }
        />
      )}
    </Section>
  );
};
