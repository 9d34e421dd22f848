import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { Section } from '../../shared/ui/section.tsx';
import { PersonAction } from './person-action.tsx';

/** The account of the identity provider to which a person is linked. Nothing is shown of a person who is not linked. */
export const PersonLink = ({ id }: { id: string }): ReactNode => {
  const t = useT('session__link');
  const state = useRead('sso.of-person', { id }, { quiet: true }).data;
  const unlink = useWrite('sso.unlink-person');
  if (!state?.linked) return null;
  return (
    <Section title={t('title')} hint={t('hint')}>
      <p>{t('linked')}</p>
      {state.unlinkable && (
        <PersonAction
          action={t('unlink')}
          title={t('unlink_title')}
          text={t('unlink_text')}
          busy={unlink.isPending}
          run={(close) =>
            unlink.mutate(
              { id },
              { onSuccess: () => showToast({ kind: 'success', text: t('unlinked') }), onSettled: close },
            )
          }
        />
      )}
    </Section>
  );
};
