import { Button } from '@mantine/core';
import { IconHandStop, IconSend } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Notice } from '../../shared/ui/notices.tsx';
import type { Stoppable } from './kill-switch.tsx';
import css from './organization.module.css';

/** Stops all simulated phishing emails of the organisation at once, or resumes them; first names what it stops. */
export default function KillSwitchBody({ organization }: { organization: Stoppable }): ReactNode {
  const t = useT('settings');
  const [asking, setAsking] = useState(false);
  const may = usePermission('admin.phishing');
  const change = useWrite('organizations.sending');
  const paused = organization.sending_paused;
  const turn = (): void =>
    change.mutate(
      { paused: !paused },
      {
        onSuccess: (now) => {
          setAsking(false);
          showToast({ kind: 'success', text: t(now.sending_paused ? 'sending.stopped_done' : 'sending.resumed_done') });
        },
      },
    );
  return (
    <section aria-label={t('sending.title')}>
      <Notice
        icon={paused ? IconHandStop : IconSend}
        tone={paused ? 'warning' : 'good'}
        title={t(paused ? 'sending.paused' : 'sending.running')}
        actions={
          may && (
            <Button
              color={paused ? 'brand' : 'red'}
              variant={paused ? 'filled' : 'outline'}
              leftSection={paused ? <IconSend size={16} /> : <IconHandStop size={16} />}
              onClick={() => setAsking(true)}
            >
              {t(paused ? 'sending.resume' : 'sending.stop')}
            </Button>
          )
        }
      >
        {t(paused ? 'sending.paused_text' : 'sending.running_text')}
      </Notice>
      <ConfirmDialog
        opened={asking}
        danger={!paused}
        busy={change.isPending}
        onConfirm={turn}
        onClose={() => setAsking(false)}
        title={t(paused ? 'sending.resume_title' : 'sending.stop_title')}
        action={t(paused ? 'sending.resume' : 'sending.stop')}
      >
        {paused ? (
          t('sending.resume_text')
        ) : (
          <>
            <p>{t('sending.stop_lead', { title: organization.title })}</p>
            <ul className={css['stops']}>
              <li>{t('sending.stop_1')}</li>
              <li>{t('sending.stop_2')}</li>
              <li>{t('sending.stop_3')}</li>
            </ul>
            <p>{t('sending.stop_keeps')}</p>
          </>
        )}
      </ConfirmDialog>
    </section>
  );
}
