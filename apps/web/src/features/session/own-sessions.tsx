import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatDateTime } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';
import { browserOf } from './browser-of.ts';
import css from './session.module.css';

/** My sessions, and a button to end all others. */
export const OwnSessions = (): ReactNode => {
  const t = useT('session');
  const [asking, setAsking] = useState(false);
  const query = useRead('session.sessions', {}, { quiet: true, staleTime: 0 });
  const end = useWrite('session.end-others');
  const endOne = useWrite('session.end-one');
  const rows = query.data?.data;
  const run = (): void =>
    end.mutate(
      {},
      {
        onSuccess: () => showToast({ kind: 'success', text: t('sessions.ended') }),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <Section title={t('sessions.title')} hint={t('sessions.hint')}>
      {query.isError && rows === undefined ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : rows === undefined ? (
        <Skeleton height={56} radius={12} />
      ) : (
        <ul className={css['sessions']} aria-label={t('sessions.title')}>
          {rows.map((row) => (
            <li key={row.id}>
              <p>
                {browserOf(row.user_agent) ?? t('sessions.unknown')}{' '}
                {row.current && <StatusBadge tone="active">{t('sessions.current')}</StatusBadge>}
              </p>
              <p className="quiet">
                {[row.address, t('sessions.seen', { when: formatDateTime(row.seen_at) })].filter(Boolean).join(' · ')}
              </p>
              {!row.current && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t('sessions.end_one_of', {
                    name: `${browserOf(row.user_agent) ?? t('sessions.unknown')}, ${formatDateTime(row.seen_at)}`,
                  })}
                  loading={endOne.isPending && endOne.variables?.id === row.id}
                  onClick={() =>
                    endOne.mutate(
                      { id: row.id },
                      { onSuccess: () => showToast({ kind: 'success', text: t('sessions.one_ended') }) },
                    )
                  }
                >
                  {t('sessions.end_one')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {rows !== undefined && rows.length > 1 && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('sessions.end')}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={t('sessions.end_title')}
        action={t('sessions.end')}
        busy={end.isPending}
        onConfirm={run}
        onClose={() => setAsking(false)}
      >
        {t('sessions.end_text')}
      </ConfirmDialog>
    </Section>
  );
};
