import { useComputedColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { useBrand } from '../../shared/brand.ts';
import css from './frames.module.css';

/** The product's mark, drawn in the organisation's colour. */
const LogoMark = (): ReactNode => (
  <svg width={32} height={32} viewBox="0 0 32 32" aria-hidden className={css['mark']}>
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

/** Logo and title of the organisation that the session acts in. */
export const Logo = (): ReactNode => {
  const { logo, title } = useBrand();
  const dark = useComputedColorScheme('light') === 'dark';
  const own = dark ? (logo.dark ?? logo.light) : (logo.light ?? logo.dark);
  return (
    <span className={css['logo']}>
      {own === null ? <LogoMark /> : <img src={own} alt="" className={css['logo-image']} />}
      <span className={css['logo-title']}>{title}</span>
    </span>
  );
};
