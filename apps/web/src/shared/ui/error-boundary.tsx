import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import { isReloading } from '../stale-page.ts';
import { ErrorState, LoadingState } from './states.tsx';

/** Shown instead of a screen that crashed; support and the tests look for the hidden sentence. */
export const CrashScreen = (): ReactNode => {
  const t = useT('commons');
  if (isReloading()) return <LoadingState full />;
  return (
    <>
      <span hidden>Sorry.. there was an error</span>
      <ErrorState title={t('crash.title')} hint={t('crash.hint')} />
      <div style={{ display: 'flex', gap: 8, justifyContent: 'center', marginTop: -24 }}>
        <Button onClick={() => location.reload()}>{t('crash.reload')}</Button>
        <Button variant="default" component="a" href="/lk/">
          {t('crash.home')}
        </Button>
      </div>
    </>
  );
};

/** Catches all remaining errors. React offers error boundaries only as classes. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }
  override render(): ReactNode {
    return this.state.failed ? <CrashScreen /> : this.props.children;
  }
}
