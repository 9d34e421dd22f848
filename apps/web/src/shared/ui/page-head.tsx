import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../format.ts';
import { useT } from '../i18n/use-t.ts';
import css from './page.module.css';

type Props = {
  title: ReactNode;
  /** Number of things on the page, shown in a quiet colour next to the title. */
  count?: number | undefined;
  /** Links to the parent pages, outermost first. */
  trail?: readonly ReactNode[];
  /** State of the thing: a badge next to the title. */
  badge?: ReactNode;
  hint?: ReactNode;
  /** Secondary buttons, then the single primary button. */
  actions?: ReactNode;
};

/** The header of every page: trail, title, count, and actions. */
export const PageHead = ({ title, count, trail, badge, hint, actions }: Props): ReactNode => {
  const t = useT('commons');
  return (
    <header className={css['head']}>
      <div className={css['head-main']}>
        {trail !== undefined && trail.length > 0 && (
          <nav className={css['trail']} aria-label={t('trail')}>
            {trail.map((link, i) => (
              <span key={i}>
                {link}
                <IconChevronRight size={14} aria-hidden />
              </span>
            ))}
          </nav>
        )}
        <div className={css['title-line']}>
          <h1 className={css['title']}>{title}</h1>
          {count !== undefined && <span className={css['count']}>{formatNumber(count)}</span>}
          {badge}
        </div>
        {hint !== undefined && <p className={css['head-hint']}>{hint}</p>}
      </div>
      {actions !== undefined && <div className={css['actions']}>{actions}</div>}
    </header>
  );
};
