import { Button } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useSearchState } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { Pagination } from '../../shared/table/pagination.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { NotificationList } from './notification-list.tsx';

const Choices = lazy(() => import('./choices.tsx'));

const usual = { tab: 'list', page: 0 } as const;
const tabs = ['list', 'choices'] as const;
const SIZE = 20;

const All = ({ page, onPage }: { page: number; onPage: (page: number) => void }): ReactNode => {
  const t = useT('notifications');
  const answer = useRead('notifications.list', { limit: SIZE, offset: page * SIZE });
  const rows = answer.data?.data;
  if (rows === undefined)
    return answer.isError ? <ErrorState onRetry={() => void answer.refetch()} /> : <LoadingState />;
  if (rows.length === 0) return <EmptyState title={t('empty')} hint={t('empty_text')} />;
  return (
    <>
      <Section>
        <NotificationList rows={rows} />
      </Section>
      <Pagination page={page} total={answer.data!.total_count} size={SIZE} onPage={onPage} />
    </>
  );
};

/** All notifications of the person, and how the person hears about each kind. */
export default function NotificationsScreen(): ReactNode {
  const t = useT('notifications');
  const [state, set] = useSearchState(usual);
  const tab = tabs.find((one) => one === state.tab) ?? 'list';
  const { data } = useRead('notifications.list', { limit: SIZE, offset: 0 }, { quiet: true });
  const read = useWrite('notifications.read', { quiet: true });
  return (
    <>
      <PageHead
        title={t('title')}
        hint={t('hint')}
        actions={
          tab === 'list' &&
          (data?.unread ?? 0) > 0 && (
            <Button variant="default" loading={read.isPending} onClick={() => read.mutate({ ids: null })}>
              {t('read_all')}
            </Button>
          )
        }
      />
      <Tabs
        value={tab}
        onChange={(next) => set({ tab: next, page: 0 })}
        items={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
      >
        <Suspense fallback={<LoadingState />}>
          {tab === 'list' ? <All page={state.page} onPage={(page) => set({ page })} /> : <Choices />}
        </Suspense>
      </Tabs>
    </>
  );
}
