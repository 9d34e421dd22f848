import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../format.ts';
import { useT } from '../i18n/use-t.ts';
import { pageSizes } from './page-size.ts';
import { pageCount, pageMarks } from './paging.ts';
import css from './table.module.css';

type Props = {
  page: number;
  total: number;
  size: number;
  onPage: (page: number) => void;
  /** Offers other page sizes. */
  onSize?: ((size: number) => void) | undefined;
};

/** The page numbers below a list and the choice of the page size; absent if the list fits on one page of the smallest size. */
export const Pagination = ({ page, total, size, onPage, onSize }: Props): ReactNode => {
  const t = useT('commons');
  const pages = pageCount(total, size);
  if (pages < 2 && (onSize === undefined || total <= pageSizes[0])) return null;
  const last = Math.min((page + 1) * size, total);
  return (
    <nav className={css['pages']} aria-label={t('pages.label')}>
      <span className={css['range']}>
        {t('pages.range', { from: formatNumber(page * size + 1), to: formatNumber(last), total: formatNumber(total) })}
      </span>
      {onSize !== undefined && (
        <label className={css['size']}>
          <span>{t('pages.size')}</span>
          <select value={size} onChange={(e) => onSize(Number(e.currentTarget.value))}>
            {pageSizes.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      )}
      {pages > 1 && (
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
      )}
    </nav>
  );
};
