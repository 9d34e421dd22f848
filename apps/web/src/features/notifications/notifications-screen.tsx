import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';

/** TODO: what a person does here. */
export default function NotificationsScreen(): ReactNode {
  const t = useT('notifications');
  const answer = useRead('notifications.list', {});
  const rows = answer.data?.data;
  return (
    <>
      <PageHead title={t('title')} count={answer.data?.total_count} />
      {answer.isError && rows === undefined ? (
        <ErrorState onRetry={() => void answer.refetch()} />
      ) : rows === undefined ? (
        <LoadingState />
      ) : rows.length === 0 ? (
        <EmptyState title={t('empty')} />
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>{row.title}</li>
          ))}
        </ul>
      )}
    </>
  );
}
