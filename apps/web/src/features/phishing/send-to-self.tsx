import { IconMailForward } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';

/** Sends a stored email to the user, filled with the user's own data. */
export const SendToSelf = ({ id, unsaved = false }: { id: string; unsaved?: boolean }): ReactNode => {
  const t = useT('phishing__templates');
  const send = useWrite('campaigns.test-email', { tip: 'tips:campaign.test_sent' });
  return (
    <ActionButton
      variant="default"
      leftSection={<IconMailForward size={16} />}
      loading={send.isPending}
      blocked={unsaved && t('test.save_first')}
      onClick={() =>
        send.mutate(
          { email_id: id },
          {
            onSuccess: ({ dead_links: count }) =>
              count > 0 && showToast({ kind: 'info', text: t('test.dead_links', { count }) }),
          },
        )
      }
    >
      {t('test.send')}
    </ActionButton>
  );
};
