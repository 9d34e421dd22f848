import { Button } from '@mantine/core';
import { IconInbox, IconMailForward, IconSend } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { MailSettings } from '@sergak/contract/settings/settings.schema.ts';
import { formatDateTime } from '../../shared/format.ts';
import { ProofDialog } from '../../shared/forms/proof-dialog.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { useMailAdmin } from './mail-admin.ts';
import { Notice } from '../../shared/ui/notices.tsx';
import css from './settings.module.css';

type Props = { mail: MailSettings; failed: number; onServer: () => void; onFailures: () => void };

/** How emails are sent now, in words, with three actions. */
export const MailState = ({ mail, failed, onServer, onFailures }: Props): ReactNode => {
  const t = useT('settings__mail');
  const [asking, setAsking] = useState(false);
  const mayChange = useMailAdmin();
  const builtIn = mail.mode === 'built_in';
  const trial = useWrite('settings.mail-send-test');
  const reset = useWrite('settings.mail-reset', { quiet: true });
  const tryOut = (): void =>
    trial.mutate(
      {},
      {
        onSuccess: ({ to }) =>
          showToast({ kind: 'success', text: t(builtIn ? 'state.test_built_in' : 'state.test_server', { to }) }),
      },
    );
  const goBack = ({ password }: { password?: string }): void =>
    reset.mutate(
      { own_password: password },
      {
        onSuccess: () => {
          setAsking(false);
          showToast({ kind: 'success', text: t('state.reset_done') });
        },
      },
    );
  return (
    <>
      <Notice
        icon={builtIn ? IconInbox : IconMailForward}
        tone={builtIn ? 'usual' : 'good'}
        title={
          builtIn ? t('state.built_in_title') : t('state.server_title', { host: mail.host, port: String(mail.port) })
        }
        actions={
          <>
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconSend size={16} />}
              loading={trial.isPending}
              onClick={tryOut}
            >
              {t('state.send_test')}
            </Button>
            {mayChange && (
              <Button variant="subtle" size="compact-md" onClick={builtIn ? onServer : () => setAsking(true)}>
                {t(builtIn ? 'state.to_server' : 'state.to_built_in')}
              </Button>
            )}
          </>
        }
      >
        {builtIn
          ? t('state.built_in_text')
          : t('state.server_text', {
              name: mail.sender_name,
              address: mail.sender_address,
              security: t(`security.now_${mail.security}`),
            })}
        {!builtIn && (
          <span className={css['verified']}>
            {mail.verified_at === null
              ? t('state.not_verified')
              : t('state.verified', { when: formatDateTime(mail.verified_at) })}
          </span>
        )}
        {failed > 0 && (
          <button type="button" className={css['failed']} onClick={onFailures}>
            {t('state.failures', { count: failed })}
          </button>
        )}
      </Notice>
      <ProofDialog
        opened={asking}
        title={t('state.reset_title')}
        action={t('state.reset_action')}
        busy={reset.isPending}
        error={reset.error}
        onConfirm={goBack}
        onClose={() => {
          setAsking(false);
          reset.reset();
        }}
      >
        {t('state.reset_text', { host: mail.host })} {t('ask.told')}
      </ProofDialog>
    </>
  );
};
