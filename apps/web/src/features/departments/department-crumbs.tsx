import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './departments.module.css';

type Props = {
  /** The department one is in, empty at the top; its way may be unknown, since it loads or is gone. */
  at: string;
  crumbs: readonly { id: string; title: string }[];
  onEnter: (id: string) => void;
};

/** The way down to a department, from «all departments»; a crumb leads back to it. */
export const DepartmentCrumbs = ({ at, crumbs, onEnter }: Props): ReactNode => {
  const t = useT('departments');
  return (
    <nav className={css['crumbs']} aria-label={t('crumbs')}>
      <button
        type="button"
        className={css['crumb']}
        data-department=""
        disabled={at === ''}
        onClick={() => onEnter('')}
      >
        {t('all')}
      </button>
      {crumbs.map((crumb, i) => (
        <span key={crumb.id}>
          <IconChevronRight size={14} aria-hidden />
          <button
            type="button"
            className={css['crumb']}
            data-department={crumb.id}
            disabled={i === crumbs.length - 1}
            onClick={() => onEnter(crumb.id)}
          >
            {crumb.title}
          </button>
        </span>
      ))}
    </nav>
  );
};
