import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useT } from '../i18n/use-t.ts';
import { isReloading, lostParts, onLost } from '../stale-page.ts';
import { useSayLost } from './lazy.tsx';
import css from './notices.module.css';
import { ErrorState, LoadingState } from './states.tsx';

const useLost = (): number => useSyncExternalStore(onLost, lostParts);

const Reload = (): ReactNode => {
  const t = useT('commons');
  return (
    <Button size="compact-md" leftSection={<IconRefresh size={16} />} onClick={() => location.reload()}>
      {t('lost.reload')}
    </Button>
  );
};

/** Shown instead of a screen or a frame that could not be fetched. */
export const LostScreen = (): ReactNode => {
  const t = useT('commons');
  useSayLost();
  if (useLost() === 0 || isReloading()) return <LoadingState full />;
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
export const LostNotice = (): ReactNode => {
  const t = useT('commons');
  const lost = useLost();
  const [closed, close] = useState(0);
  if (lost === closed) return null;
  return (
    <div role="alert" className={css['lost']}>
      <p>
        <strong>{t('lost.part_title')}</strong> {t('lost.part_hint')}
      </p>
      <Reload />
      <Button size="compact-md" variant="subtle" onClick={() => close(lost)}>
        {t('close')}
      </Button>
    </div>
  );
};
