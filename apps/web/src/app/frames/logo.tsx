import { useComputedColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { config } from '../../shared/config.ts';
import css from './frames.module.css';

/** The product's mark, drawn in the organisation's colour. */
export const Mark = ({ size = 32 }: { size?: number }): ReactNode => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden className={css['mark']}>
    <rect width="32" height="32" rx="9" fill="var(--mantine-color-brand-6)" />
    <path
      d="M16 6.5l8 3v6.2c0 5-3.3 8.4-8 9.9-4.7-1.5-8-4.9-8-9.9V9.5z"
      fill="none"
      stroke="#fff"
      strokeWidth="2"
      strokeLinejoin="round"
    />
    <circle cx="16" cy="15.4" r="2.6" fill="#fff" />
  </svg>
);

type Pictures = { readonly light: string | null; readonly dark: string | null };

/** Logo of the organisation, or of the installation's first one where the organisation has none, with the portal's title. */
export const Logo = ({ compact = false, own: given }: { compact?: boolean; own?: Pictures }): ReactNode => {
  const { logo, title } = config();
  const dark = useComputedColorScheme('light') === 'dark';
  const pick = (from: Pictures | undefined) =>
    (dark ? (from?.dark ?? from?.light) : (from?.light ?? from?.dark)) ?? null;
  const own = pick(given) ?? pick(logo);
  return (
    <span className={css['logo']}>
      {own === null ? <Mark /> : <img src={own} alt="" className={css['logo-image']} />}
      {!compact && <span className={css['logo-title']}>{title}</span>}
      {compact && <span className="sr-only">{title}</span>}
    </span>
  );
};
