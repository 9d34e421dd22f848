import type { ReactNode } from 'react';

/** The button that shows a password: reached by keyboard, and its name says which of the passwords it shows. */
export const passwordToggle = (name: string, label: ReactNode): { 'aria-label': string; tabIndex: number } => ({
  'aria-label': typeof label === 'string' ? `${name}: ${label}` : name,
  tabIndex: 0,
});
