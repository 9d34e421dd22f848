import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useT } from '../i18n/use-t.ts';
import { isReloading, loadFailureCount, subscribeLoadFailures } from '../stale-page.ts';
import { useReportLoadFailure } from './lazy.tsx';
import css from './notices.module.css';
import { ErrorState, LoadingState } from './states.tsx';

const useLoadFailureCount = (): number => useSyncExternalStore(subscribeLoadFailures, loadFailureCount);

const Reload = (): ReactNode => {
  const t = useT('commons');
  return (
    <Button size="compact-md" leftSection={<IconRefresh size={16} />} onClick={() => location.reload()}>
      {t('lost.reload')}
    </Button>
  );
};

/** Shown instead of a screen or a frame that could not be fetched. */
export const LoadFailedScreen = (): ReactNode => {
  const t = useT('commons');
  useReportLoadFailure();
  if (useLoadFailureCount() === 0 || isReloading()) return <LoadingState full />;
  return (
    <>
      <ErrorState title={t('lost.title')} hint={t('lost.hint')} />
      <div data-lost-screen className={css['center']}>
        <Reload />
      </div>
    </>
  );
};

/** A notice at the bottom of the window that a part of the page is missing; typed text stays. One for the whole page. */
export const LoadFailedNotice = (): ReactNode => {
  const t = useT('commons');
  const lost = useLoadFailureCount();
  const [closed, setClosed] = useState(0);
  if (lost === closed) return null;
  return (
    <div role="alert" className={css['lost']}>
      <p>
        <strong>{t('lost.part_title')}</strong> {t('lost.part_hint')}
      </p>
      <Reload />
      <Button size="compact-md" variant="subtle" onClick={() => setClosed(lost)}>
        {t('close')}
      </Button>
    </div>
  );
};
