import type { ReactNode } from 'react';
import type { FigureId } from '@sergak/contract/figures/figures.rules.ts';

type Ids = FigureId | readonly FigureId[];
/** The attribute that names the figures of an element (docs/figures.md). */
export const figureOf = (ids: Ids | undefined): string | undefined => (typeof ids === 'object' ? ids.join(' ') : ids);

/** A number, or a sentence with numbers, with the ids of its figures. */
export const Figure = ({ id, children }: { id: Ids; children: ReactNode }): ReactNode => (
  <span data-figure={figureOf(id)}>{children}</span>
);
