import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../format.ts';
import { useT } from '../i18n/use-t.ts';
import { pageCount, pageMarks } from './paging.ts';
import css from './table.module.css';

type Props = { page: number; total: number; size: number; onPage: (page: number) => void };

/** The page numbers below a list; absent if the list fits on one page. */
export const Pagination = ({ page, total, size, onPage }: Props): ReactNode => {
  const t = useT('commons');
  const pages = pageCount(total, size);
  if (pages < 2) return null;
  const last = Math.min((page + 1) * size, total);
  return (
    <nav className={css['pages']} aria-label={t('pages.label')}>
      <span className={css['range']}>
        {t('pages.range', { from: formatNumber(page * size + 1), to: formatNumber(last), total: formatNumber(total) })}
      </span>
      <div className={css['marks']}>
        <button type="button" disabled={page <= 0} aria-label={t('pages.previous')} onClick={() => onPage(page - 1)}>
          <IconChevronLeft size={16} aria-hidden />
        </button>
        {pageMarks(page, pages).map((mark, i) =>
          mark === 'gap' ? (
            <span key={`gap${i}`} aria-hidden>
              …
            </span>
          ) : (
            <button
              key={mark}
              type="button"
              aria-label={t('pages.page', { n: mark + 1 })}
              aria-current={mark === page ? 'page' : undefined}
              onClick={() => onPage(mark)}
            >
              {mark + 1}
            </button>
          ),
        )}
        <button
          type="button"
          disabled={page >= pages - 1}
          aria-label={t('pages.next')}
          onClick={() => onPage(page + 1)}
        >
          <IconChevronRight size={16} aria-hidden />
        </button>
      </div>
    </nav>
  );
};
