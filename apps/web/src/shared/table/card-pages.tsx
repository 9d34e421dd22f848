import type { ReactNode } from 'react';
import { keepPageSize, keptPageSize, pageSizes } from './page-size.ts';
import { Pagination } from './pagination.tsx';
import { pageWithin } from './paging.ts';
import css from './table.module.css';

/** Where the reader is in a list of cards, for the address; size 0 is the one chosen last in this browser. */
export const firstPage = { page: 0, size: 0 };
type CardPlace = typeof firstPage;

const sizeOf = ({ size }: CardPlace): number => pageSizes.find((one) => one === size) ?? keptPageSize();

/** The cards of one page of a list that is loaded completely. */
export const cardsOf = <R,>(all: readonly R[], place: CardPlace): readonly R[] => {
  const size = sizeOf(place);
  const page = pageWithin(Math.max(0, place.page), all.length, size);
  return all.slice(page * size, (page + 1) * size);
};

type Props = { total: number; place: CardPlace; onPlace: (place: Partial<CardPlace>) => void };
/** The page numbers below a list of cards; another page begins at the top. */
export const CardPages = ({ total, place, onPlace }: Props): ReactNode => {
  const size = sizeOf(place);
  return (
    <div className={css['card-pages']}>
      <Pagination
        page={pageWithin(Math.max(0, place.page), total, size)}
        total={total}
        size={size}
        onPage={(page) => {
          onPlace({ page });
          window.scrollTo({ top: 0 });
        }}
        onSize={(next) => {
          keepPageSize(next);
          onPlace({ size: next, page: 0 });
        }}
      />
    </div>
  );
};
