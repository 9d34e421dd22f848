import type { ReactNode } from 'react';
import type { Icon } from '../../shared/ui/states.tsx';
import css from './session.module.css';

type Props = { icon?: Icon; tone?: 'bad'; title: string; lead?: ReactNode; children?: ReactNode };
/** The column of a sign-in screen: title, one sentence, the form. */
export const AuthBox = ({ icon: Mark, tone, title, lead, children }: Props): ReactNode => (
  <div className={css['box']}>
    {Mark !== undefined && (
      <span className={css['mark']} data-tone={tone}>
        <Mark size={26} stroke={1.6} aria-hidden />
      </span>
    )}
    <h1 className={css['title']}>{title}</h1>
    {lead !== undefined && <p className={css['lead']}>{lead}</p>}
    {children}
  </div>
);
