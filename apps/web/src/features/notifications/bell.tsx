import { IconBell } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { startLive, useIsLive } from '../../shared/live.ts';
import { REFRESH_MS } from '../../shared/polling.ts';
import { refresh, useRead } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { Dropdown } from '../../shared/ui/dropdown.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';
import css from './notifications.module.css';

const BellPanel = lazy(() => import('./bell-panel.tsx'));

const LIVE = '/lk/api/v2/notifications/live';
const SHOWN = 8;
const MANY = 99;

/** The bell of the top bar: the number of unread notifications, and the latest ones below it. Keeps the live connection. */
export const Bell = (): ReactNode => {
  const t = useT();
  const organization = useMe().acting_organization.id;
  const live = useIsLive();
  const { data } = useRead(
    'notifications.list',
    { limit: SHOWN },
    { quiet: true, staleTime: REFRESH_MS.usual, refetchInterval: live ? false : REFRESH_MS.rare },
  );
  useEffect(() => startLive(LIVE, organization, () => void refresh('notifications')), [organization]);
  const address = useLocation({ select: (location) => location.href });
  const unread = data?.unread ?? 0;
  return (
    // A new page closes the panel.
    <Dropdown
      key={address}
      label={unread > 0 ? t('bell.unread', { number: formatNumber(unread) }) : t('bell.open')}
      className={css['bell']!}
      button={
        <>
          <IconBell size={20} stroke={1.7} aria-hidden />
          {unread > 0 && (
            <span className={css['unread']} aria-hidden>
              {unread > MANY ? `${MANY}+` : formatNumber(unread)}
            </span>
          )}
        </>
      }
    >
      <Suspense fallback={<div className={css['panel']} />}>
        <BellPanel rows={data?.data ?? []} unread={unread} />
      </Suspense>
    </Dropdown>
  );
};
