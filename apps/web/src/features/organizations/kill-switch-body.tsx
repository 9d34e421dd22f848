import { Button } from '@mantine/core';
import { IconHandStop, IconSend } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useSearchState } from '../../shared/nav/nav.tsx';
import { usePart } from '../../shared/nav/part.ts';
import { useWrite } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Notice } from '../../shared/ui/notices.tsx';
import css from './organization.module.css';

const asked = { sending: '' } as const;

export type Stoppable = { readonly title: string; readonly sending_paused: boolean };

/**
 * Stops all simulated phishing emails of the organisation at once, or resumes them; first names what it stops. With `?sending=stop` in
 * the address the question whether to stop is open at once.
 */
export default function KillSwitchBody({ organization }: { organization: Stoppable }): ReactNode {
  const t = useT('settings');
  const [asking, setAsking] = useState(false);
  const may = usePermission('admin.phishing');
  const change = useWrite('organizations.sending');
  const paused = organization.sending_paused;
  const part = usePart<HTMLElement>('sending');
  const button = useRef<HTMLButtonElement>(null);
  const [{ sending }, setState] = useSearchState(asked);
  const asks = sending === 'stop' && may && !paused;
  useEffect(() => {
    if (!asks) return;
    // The window gives the focus back to what had it.
    button.current?.focus({ preventScroll: true });
    setAsking(true);
  }, [asks]);
  const close = (): void => {
    setAsking(false);
    if (sending !== '') setState({ sending: '' }, { replace: true });
  };
  const turn = (): void =>
    change.mutate(
      { paused: !paused },
      {
        onSuccess: (now) => {
          close();
          showToast({ kind: 'success', text: t(now.sending_paused ? 'sending.stopped_done' : 'sending.resumed_done') });
        },
      },
    );
  return (
    <section {...part} aria-label={t('sending.title')}>
      <Notice
        icon={paused ? IconHandStop : IconSend}
        tone={paused ? 'warning' : 'good'}
        title={t(paused ? 'sending.paused' : 'sending.running')}
        actions={
          may && (
            <Button
              ref={button}
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
        onClose={close}
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
