import type { ReactNode, Ref } from 'react';
import { usePart } from '../nav/part.ts';
import css from './page.module.css';

type Props = {
  /** Name of the part in the address, as in `…#limits`. */
  part?: string;
  title?: ReactNode;
  /** Of a heading that takes the focus when another part of the page was opened. */
  titleRef?: Ref<HTMLHeadingElement>;
  hint?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
};

const Head = ({
  title,
  titleRef,
  hint,
  actions,
}: Pick<Props, 'title' | 'titleRef' | 'hint' | 'actions'>): ReactNode => (
  <>
    {(title !== undefined || actions !== undefined) && (
      <div className={css['card-head']}>
        <div>
          {title !== undefined && (
            <h2 className={css['card-title']} {...(titleRef !== undefined && { ref: titleRef, tabIndex: -1 })}>
              {title}
            </h2>
          )}
          {hint !== undefined && <p className={css['card-hint']}>{hint}</p>}
        </div>
        {actions !== undefined && <div className={css['actions']}>{actions}</div>}
      </div>
    )}
  </>
);

type PartProps = { part: string; className: string; children: ReactNode };
const PartSection = ({ part, className, children }: PartProps): ReactNode => {
  const { className: own, ...props } = usePart<HTMLElement>(part);
  return (
    <section {...props} className={`${className} ${own}`}>
      {children}
    </section>
  );
};

/** A card on the grey background. */
export const Section = ({ part, children, className, ...head }: Props): ReactNode => {
  const classes = `${css['card']} ${className ?? ''}`;
  const inside = (
    <>
      <Head {...head} />
      {children}
    </>
  );
  return part === undefined ? (
    <section className={classes}>{inside}</section>
  ) : (
    <PartSection part={part} className={classes}>
      {inside}
    </PartSection>
  );
};

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
