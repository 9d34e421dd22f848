import { IconHandStop } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import css from './parts.module.css';
import { SendingLink } from './sending-link.tsx';

/** Banner on every admin page while the kill switch is on: emails are not sent. */
export const SendingBanner = (): ReactNode => {
  const may = usePermission('admin');
  const { data } = useRead('organizations.current', {}, { quiet: true, enabled: may });
  return data?.sending_paused === true ? (
    <Suspense fallback={null}>
      <Line />
    </Suspense>
  ) : null;
};
const Line = (): ReactNode => {
  const t = useT('settings');
  const may = usePermission('admin.organization');
  return (
    <div className={css['banner']} role="status">
      <IconHandStop size={18} stroke={1.8} aria-hidden />
      <span>{t('banner.text')}</span>
      {may && <SendingLink>{t('banner.where')}</SendingLink>}
    </div>
  );
};
