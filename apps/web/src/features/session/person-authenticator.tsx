import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatDate } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Section } from '../../shared/ui/section.tsx';

/** The authenticator app of a person; an administrator resets it if the phone is lost. Nothing is shown without an app. */
export const PersonAuthenticator = ({ id }: { id: string }): ReactNode => {
  const t = useT('session__authenticator');
  const [asking, ask] = useState(false);
  const state = useRead('authenticator.of-person', { id }, { quiet: true }).data;
  const reset = useWrite('authenticator.reset');
  if (!state?.active) return null;
  return (
    <Section title={t('person')}>
      <p>
        {t('on')}
        {state.since !== null && ` · ${formatDate(state.since)}`}
      </p>
      {state.resettable && (
        <Button variant="default" onClick={() => ask(true)}>
          {t('reset')}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        danger
        busy={reset.isPending}
        title={t('reset_title')}
        action={t('reset')}
        onConfirm={() =>
          reset.mutate(
            { id },
            {
              onSuccess: () => showToast({ kind: 'success', text: t('reset_done') }),
              onSettled: () => ask(false),
            },
          )
        }
        onClose={() => ask(false)}
      >
        {t('reset_text')}
      </ConfirmDialog>
    </Section>
  );
};
