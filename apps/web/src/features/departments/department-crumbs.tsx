import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './departments.module.css';

type Props = {
  /** The open department, empty at the top level; its path may be unknown while it loads or after it is deleted. */
  at: string;
  crumbs: readonly { id: string; title: string }[];
  onEnter: (id: string) => void;
};

/** The path to a department from «all departments»; each crumb links back. */
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
