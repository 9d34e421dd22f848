import '../../shared/wire.ts';
import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Outlet, useMatches } from '@tanstack/react-router';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2, IconSearch } from '@tabler/icons-react';
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import type { ScreenId } from '@sergak/contract/access/screens.ts';
import { useFollowed } from '../../features/statistics/first-steps-followed.ts';
import { HelpContext, type HelpPlace } from '../../shared/help.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useMe } from '../../shared/session.ts';
import { LoadingState } from '../../shared/ui/states.tsx';
import { useWindowsSoon } from '../../shared/ui/use-windows-soon.ts';
import { LanguageMenu, ThemeMenu } from './controls.tsx';
import css from './frames.module.css';
import { Logo } from './logo.tsx';
import { Palette, usePaletteKeys } from './palette.tsx';
import { PersonMenu } from './person-menu.tsx';
import { Sidebar } from './sidebar.tsx';
import { useVisits } from './visits.ts';
import { lazy } from '../../shared/ui/lazy.tsx';

const MobileMenu = lazy(() => import('./mobile-menu.tsx'));
const TaskTray = lazy(() => import('./task-tray.tsx'));
const SendingBanner = lazy(async () => ({
  default: (await import('../../features/organizations/public.ts')).SendingBanner,
}));
const Bell = lazy(async () => ({ default: (await import('../../features/notifications/public.ts')).Bell }));
const ShellNotices = lazy(async () => ({
  default: (await import('../../features/organizations/public.ts')).ShellNotices,
}));
const FirstStepsBar = lazy(() => import('../../features/statistics/first-steps-bar.tsx'));
const KEY = 'sergak.sidebar';

/** The chapter of the instructions about the current screen. The table of places loads after the first screen. */
const useHelp = (): HelpPlace | undefined => {
  const id = useMatches({
    select: (matches) => (matches.at(-1)?.staticData as { screen?: ScreenId } | undefined)?.screen,
  });
  const [places, setPlaces] = useState<Partial<Record<ScreenId, HelpPlace>>>({});
  useEffect(() => {
    // Without the table pages only lack their link.
    void import('./help-places.ts').then(
      ({ helpOf }) => setPlaces(helpOf),
      () => undefined,
    );
  }, []);
  return id === undefined ? undefined : places[id];
};

/** The frame of the admin side: sidebar, top bar, and the screen in the middle. */
export default function AdminFrame({ children = <Outlet /> }: { children?: ReactNode }): ReactNode {
  const t = useT();
  const me = useMe();
  const narrow = useMediaQuery('(max-width: 1024px)', window.innerWidth <= 1024, { getInitialValueInEffect: false });
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(KEY) === 'collapsed');
  const [menu, setMenu] = useState(false);
  const [palette, setPalette] = useState(false);
  usePaletteKeys(useCallback(() => setPalette(true), []));
  useVisits();
  useWindowsSoon();
  const help = useHelp();
  const follows = useFollowed() !== null;
  const toggle = (): void => {
    localStorage.setItem(KEY, collapsed ? 'open' : 'collapsed');
    setCollapsed(!collapsed);
  };
  const Collapse = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <div className={css['frame']} data-side="admin" data-collapsed={collapsed || undefined}>
      <a href="#main" className={css['skip']}>
        {t('skip')}
      </a>
      <header className={css['top']}>
        {narrow ? (
          <ActionIcon aria-label={t('menu.open')} onClick={() => setMenu(true)}>
            <IconMenu2 size={20} />
          </ActionIcon>
        ) : (
          <ActionIcon aria-label={t(collapsed ? 'menu.expand' : 'menu.collapse')} onClick={toggle}>
            <Collapse size={20} stroke={1.7} />
          </ActionIcon>
        )}
        <Logo />
        <button type="button" className={css['find']} onClick={() => setPalette(true)}>
          <IconSearch size={16} aria-hidden />
          <span>{t('palette.open')}</span>
          <kbd aria-hidden>Ctrl K</kbd>
        </button>
        <div className={css['top-tools']}>
          <LanguageMenu />
          <ThemeMenu />
          <Suspense fallback={<span className={css['bell-place']} />}>
            <Bell />
          </Suspense>
          <PersonMenu me={me} side="admin" />
        </div>
      </header>
      {!narrow && (
        <aside className={css['aside']}>
          <Sidebar collapsed={collapsed} />
        </aside>
      )}
      <main id="main" className={css['main']} tabIndex={-1}>
        <Suspense fallback={null}>
          <ShellNotices />
          <SendingBanner />
          {follows && <FirstStepsBar />}
        </Suspense>
        <HelpContext value={help}>
          <Suspense fallback={<LoadingState />}>{children}</Suspense>
        </HelpContext>
      </main>
      <Suspense fallback={null}>
        <TaskTray />
        {narrow && menu && <MobileMenu onClose={() => setMenu(false)} />}
      </Suspense>
      {palette && <Palette me={me} onClose={() => setPalette(false)} />}
    </div>
  );
}
