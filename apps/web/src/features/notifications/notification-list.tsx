import type { ReactNode } from 'react';
import type { Notification } from '@sergak/contract/notifications/notifications.schema.ts';
import { formatDate, formatDateTime, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { useWrite } from '../../shared/query.ts';
import { kindIcons } from './kind-icons.ts';
import css from './notifications.module.css';
import { PlaceLink } from './place-link.tsx';

/** Notifications, each a link to its place; opening one marks it as read. */
export const NotificationList = ({ rows }: { rows: readonly Notification[] }): ReactNode => {
  const t = useT('notifications');
  const read = useWrite('notifications.read', { quiet: true });
  return (
    <ul className={css['list']}>
      {rows.map((row) => {
        const Mark = kindIcons[row.kind];
        const isNew = !row.read && row.ended_at === null;
        return (
          <li key={row.id} data-ended={row.ended_at !== null || undefined} data-new={isNew || undefined}>
            <Mark size={20} stroke={1.7} aria-hidden />
            <div>
              <PlaceLink
                kind={row.kind}
                thing={row.thing_id}
                onClick={() => (row.read ? undefined : read.mutate({ ids: [row.id] }))}
              >
                {t(`said.${row.kind}`, {
                  title: ownTitle(row.title),
                  number: formatNumber(row.number),
                  day: row.day === null ? '' : formatDate(row.day),
                })}
              </PlaceLink>
              <small>
                {row.ended_at === null
                  ? formatDateTime(row.raised_at)
                  : t('ended', { date: formatDateTime(row.ended_at) })}
              </small>
            </div>
            {isNew && <span className={css['dot']} role="img" aria-label={t('unread')} />}
          </li>
        );
      })}
    </ul>
  );
};
