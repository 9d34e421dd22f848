import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useSearchState } from '../../shared/nav/nav.tsx';
import { REFRESH_MS } from '../../shared/polling.ts';
import { useRead } from '../../shared/query.ts';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';
import { MailServer } from './mail-server.tsx';
import { MailState } from './mail-state.tsx';
import { Mailbox } from './mailbox.tsx';
import css from './settings.module.css';
import { lazy } from '../../shared/ui/lazy.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';

const MailFailures = lazy(async () => ({ default: (await import('./mail-failures.tsx')).MailFailures }));
const tabs = ['mailbox', 'server', 'failures'] as const;
type Tab = (typeof tabs)[number];

/** How emails are sent, whether they arrive, and the emails in the built-in mailbox. */
export default function EmailsScreen(): ReactNode {
  const t = useT('settings__mail');
  const [state, setState] = useSearchState({ tab: '', email: '' });
  const mail = useRead('settings.mail', {}, { quiet: true, refetchInterval: REFRESH_MS.usual });
  const failures = useRead('settings.outbox-failures', {}, { quiet: true, refetchInterval: REFRESH_MS.usual });
  const usual: Tab = state.email !== '' || mail.data?.mode !== 'server' ? 'mailbox' : 'server';
  const tab = tabs.find((one) => one === state.tab) ?? usual;
  const go = (next: Tab): void => setState({ tab: next, email: '' });
  if (mail.isError && mail.data === undefined) {
    return (
      <>
        <PageHead title={t('title')} />
        <ErrorState onRetry={() => void mail.refetch()} />
      </>
    );
  }
  const failed = failures.data?.data.length ?? 0;
  return (
    <>
      <PageHead title={t('title')} hint={t('lead')} />
      {mail.data === undefined ? (
        <Skeleton height={120} radius={14} />
      ) : (
        <div className={css['state']} data-email={state.email !== '' || undefined}>
          <MailState mail={mail.data} failed={failed} onServer={() => go('server')} onFailures={() => go('failures')} />
        </div>
      )}
      <Tabs
        value={tab}
        onChange={go}
        items={tabs.map((value) => ({
          value,
          label: t(`tab.${value}`),
          ...(value === 'failures' && failed > 0 && { count: failed, alert: true }),
        }))}
      >
        {tab === 'mailbox' && <Mailbox mode={mail.data?.mode} />}
        {tab === 'server' && <MailServer />}
        {tab === 'failures' && (
          <Suspense fallback={<Skeleton height={280} radius={14} />}>
            <MailFailures query={failures} />
          </Suspense>
        )}
      </Tabs>
    </>
  );
}
