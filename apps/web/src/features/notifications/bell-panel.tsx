import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Notification } from '@sergak/contract/notifications/notifications.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import css from './notifications.module.css';
import { NotificationList } from './notification-list.tsx';

/** The latest notifications below the bell. */
export default function BellPanel({ rows, unread }: { rows: readonly Notification[]; unread: number }): ReactNode {
  const t = useT('notifications');
  const read = useWrite('notifications.read', { quiet: true });
  return (
    <div className={css['panel']} data-wide>
      {rows.length === 0 ? <p className={css['none']}>{t('quiet_bell')}</p> : <NotificationList rows={rows} />}
      <div className={css['foot']}>
        <ButtonLink screen="notifications.list" variant="default" size="compact-sm">
          {t('all')}
        </ButtonLink>
        {unread > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={read.isPending}
            onClick={() => read.mutate({ ids: null })}
          >
            {t('read_all')}
          </Button>
        )}
      </div>
    </div>
  );
}
