import type { ReactNode } from 'react';
import css from './session.module.css';

/** Plain text as paragraphs, separated by empty lines. */
export const Paragraphs = ({ text }: { text: string }): ReactNode =>
  text.split(/\n\s*\n/).map((part, i) => (
    <p key={i} className={css['paragraph']}>
      {part.trim()}
    </p>
  ));
