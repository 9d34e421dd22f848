import { Outlet, useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { config } from '../../shared/config.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { LoadingState } from '../../shared/ui/states.tsx';
import css from './bare.module.css';
import { LanguageMenu, ThemeMenu } from './controls.tsx';
import { Logo } from './logo.tsx';

/** A decorative picture: rings around a shield, in the organisation's colour. */
const Rings = (): ReactNode => (
  <svg className={css['rings']} viewBox="0 0 600 600" aria-hidden>
    {[120, 180, 240, 300, 360, 420].map((r, i) => (
      <circle key={r} cx="300" cy="300" r={r} style={{ opacity: 0.34 - i * 0.05 }} />
    ))}
    <path d="M300 214l78 30v62c0 50-33 84-78 98-45-14-78-48-78-98v-62z" />
    <circle cx="300" cy="300" r="24" />
  </svg>
);

/** The frame without a menu: sign-in pages with the brand next to them, public pages with a thin header. */
export default function BareFrame(): ReactNode {
  const t = useT();
  const auth = useLocation({
    select: ({ pathname }) => pathname.startsWith('/lk/auth/') && pathname !== '/lk/auth/policy',
  });
  const { description } = config();
  return (
    <div className={css['bare']} data-auth={auth || undefined}>
      <div className={css['side']}>
        <header className={css['head']}>
          <Logo />
          <div className={css['tools']}>
            <LanguageMenu />
            <ThemeMenu />
          </div>
        </header>
        <main id="main" className={css['main']}>
          <Suspense fallback={<LoadingState />}>
            <Outlet />
          </Suspense>
        </main>
        {auth && <footer className={css['foot']}>{t('version', { version: __APP_VERSION__ })}</footer>}
      </div>
      {auth && (
        <aside className={css['brand']}>
          <Rings />
          <p className={css['slogan']}>{t('brand.slogan')}</p>
          <p className={css['about']}>{description === '' ? t('brand.about') : description}</p>
        </aside>
      )}
    </div>
  );
}
