import type { ReactNode } from 'react';
import css from './page.module.css';

type Props = {
  title?: ReactNode;
  hint?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** A card on the grey background. */
export const Section = ({ title, hint, actions, children, className }: Props): ReactNode => (
  <section className={`${css['card']} ${className ?? ''}`}>
    {(title !== undefined || actions !== undefined) && (
      <div className={css['card-head']}>
        <div>
          {title !== undefined && <h2 className={css['card-title']}>{title}</h2>}
          {hint !== undefined && <p className={css['card-hint']}>{hint}</p>}
        </div>
        {actions !== undefined && <div className={css['actions']}>{actions}</div>}
      </div>
    )}
    {children}
  </section>
);

/** Cards next to each other, as many as fit. `min` is the minimum width of a card in pixels. */
export const Grid = ({ min = 260, children }: { min?: number; children: ReactNode }): ReactNode => (
  <div className={css['grid']} style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${min}px), 1fr))` }}>
    {children}
  </div>
);

/** Names and values of a thing, for the side of a detail page. */
export const Facts = ({ items }: { items: readonly (readonly [label: ReactNode, value: ReactNode])[] }): ReactNode => (
  <dl className={css['facts']}>
    {items.map(([label, value], i) => (
      <div key={i}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
