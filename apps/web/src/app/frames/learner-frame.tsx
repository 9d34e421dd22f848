import '../../shared/wire.ts';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { type TabId, tabsOf } from '@sergak/contract/access/menus.ts';
import { IconBook2, IconChartBar, IconUser, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useMe } from '../../shared/session.ts';
import { bottomBarRef } from '../../shared/ui/bottom-bar.ts';
import { LoadingState } from '../../shared/ui/states.tsx';
import { useWindowsSoon } from '../../shared/ui/use-windows-soon.ts';
import { LanguageMenu, ThemeMenu } from './controls.tsx';
import css from './frames.module.css';
import { Logo } from './logo.tsx';
import { PersonMenu } from './person-menu.tsx';
import { RoleSwitch } from './role-switch.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';

const TaskTray = lazy(() => import('./task-tray.tsx'));
const tabIcons: Record<TabId, TablerIcon> = {
  'learner.courses': IconBook2,
  'learner.statistics': IconChartBar,
  'learner.profile': IconUser,
};

const Lines = ({ className, icons }: { className: string; icons: boolean }): ReactNode => {
  const t = useT();
  const me = useMe();
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <nav ref={bottomBarRef} className={className} aria-label={t('menu.label')}>
      {tabsOf(me).map(({ id, path: to }) => {
        const Icon = tabIcons[id];
        return (
          <Link key={to} to={to} aria-current={path === to || path.startsWith(`${to}/`) ? 'page' : undefined}>
            {icons && <Icon size={22} stroke={1.7} aria-hidden />}
            {t(id)}
          </Link>
        );
      })}
    </nav>
  );
};

/** The frame of the learner side: a top bar, and on phones and tablets a menu at the bottom. */
export default function LearnerFrame({ children = <Outlet /> }: { children?: ReactNode }): ReactNode {
  const t = useT();
  const me = useMe();
  useWindowsSoon();
  return (
    <div className={css['frame']} data-side="user">
      <a href="#main" className={css['skip']}>
        {t('skip')}
      </a>
      <header className={css['top']}>
        <Logo />
        <Lines className={css['lines']!} icons={false} />
        <div className={css['top-tools']}>
          <RoleSwitch side="user" />
          <LanguageMenu />
          <ThemeMenu />
          <PersonMenu me={me} side="learner" />
        </div>
      </header>
      <main id="main" className={css['main']} tabIndex={-1}>
        <Suspense fallback={<LoadingState />}>{children}</Suspense>
      </main>
      <Lines className={css['bottom']!} icons />
      <Suspense fallback={null}>
        <TaskTray />
      </Suspense>
    </div>
  );
}
