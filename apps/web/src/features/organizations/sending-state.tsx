import { IconHandStop, IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { usePermission } from '../../shared/session.ts';
import { Notice } from '../../shared/ui/notices.tsx';
import type { Stoppable } from './kill-switch-body.tsx';
import { SendingLink } from './sending-link.tsx';

/** Whether simulated phishing emails are sent, with a link to the switch. */
export default function SendingState({ organization }: { organization: Stoppable }): ReactNode {
  const t = useT('settings');
  const may = usePermission('admin.organization');
  const paused = organization.sending_paused;
  return (
    <Notice
      icon={paused ? IconHandStop : IconSend}
      tone={paused ? 'warning' : 'good'}
      title={t(paused ? 'sending.paused' : 'sending.running')}
      actions={may && <SendingLink className="link">{t('sending.where')}</SendingLink>}
    >
      {t('sending.here')}
    </Notice>
  );
}
