import { IconChevronRight, IconHelpCircle } from '@tabler/icons-react';
import { type ReactNode, useContext } from 'react';
import { formatNumber } from '../format.ts';
import { HelpContext } from '../help.ts';
import { useT } from '../i18n/use-t.ts';
import { ScreenLink } from '../nav/nav.tsx';
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

/** The header of every page: trail, title, count, actions, and a link to the instructions if they explain the page. */
export const PageHead = ({ title, count, trail, badge, hint, actions }: Props): ReactNode => {
  const t = useT('commons');
  const help = useContext(HelpContext);
  return (
    <header className={css['head']}>
      <div className={css['head-main']}>
        {trail !== undefined && trail.length > 0 && (
          <nav className={css['trail']} aria-label={t('trail')}>
            {trail.map((link, i) => (
              <span key={i}>
                {i > 0 && <IconChevronRight size={14} aria-hidden />}
                {link}
              </span>
            ))}
          </nav>
        )}
        <div className={css['title-line']}>
          <h1 className={css['title']}>{title}</h1>
          {count !== undefined && <span className={css['count']}>{formatNumber(count)}</span>}
          {badge}
          {help !== undefined && (
            <ScreenLink screen="help.instructions" search={help} className={css['help']}>
              <IconHelpCircle size={16} aria-hidden />
              {t('help')}
            </ScreenLink>
          )}
        </div>
        {hint !== undefined && <p className={css['head-hint']}>{hint}</p>}
      </div>
      {actions !== undefined && <div className={css['actions']}>{actions}</div>}
    </header>
  );
};
