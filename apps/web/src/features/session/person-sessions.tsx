import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { Section } from '../../shared/ui/section.tsx';
import { PersonAction } from './person-action.tsx';

/** The sessions of a person, which an administrator can end. Nothing is shown of a person who is not signed in. */
export const PersonSessions = ({ id }: { id: string }): ReactNode => {
  const t = useT('session__person');
  const state = useRead('session.of-person', { id }, { quiet: true }).data;
  const end = useWrite('session.end-of-person');
  if (!state?.count) return null;
  return (
    <Section title={t('title')}>
      <p>{t('count', { count: state.count })}</p>
      {state.endable && (
        <PersonAction
          action={t('end')}
          title={t('end_title')}
          text={t('end_text')}
          busy={end.isPending}
          run={(close) =>
            end.mutate({ id }, { onSuccess: () => showToast({ kind: 'success', text: t('ended') }), onSettled: close })
          }
        />
      )}
    </Section>
  );
};
