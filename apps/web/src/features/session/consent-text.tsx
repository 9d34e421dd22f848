import type { ReactNode } from 'react';
import css from './session.module.css';

/** Plain text as paragraphs: an empty line parts them. */
export const Paragraphs = ({ text }: { text: string }): ReactNode =>
  text.split(/\n\s*\n/).map((part, i) => (
    <p key={i} className={css['paragraph']}>
      {part.trim()}
    </p>
  ));
