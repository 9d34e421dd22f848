import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { ScreenId } from '@sergak/contract/access/screens.ts';
import { formatNumber } from '../format.ts';
import { useT } from '../i18n/use-t.ts';
import { ScreenLink, type ScreenTarget } from '../nav/nav.tsx';
import css from './tabs.module.css';

type Item<V extends string> = {
  readonly value: V;
  readonly label: string;
  /** Number of things in the tab. Omitted while unknown. */
  readonly count?: number | undefined;
  /** The number counts failures. */
  readonly alert?: boolean;
};

const Label = ({ label, count, alert = false }: Item<string>): ReactNode => (
  <>
    {label}
    {count !== undefined && (
      <span className={css['count']} data-alert={alert || undefined}>
        {formatNumber(count)}
      </span>
    )}
  </>
);

/** Scrolls the open tab into the bar and reports at which edge more tabs follow. */
const useOverflow = (bar: RefObject<HTMLElement | null>, open: string) => {
  const [more, setMore] = useState<'start' | 'end' | 'both'>();
  useEffect(() => {
    const node = bar.current!;
    const measure = (): void => {
      const start = node.scrollLeft > 1;
      const end = node.scrollLeft + node.clientWidth < node.scrollWidth - 1;
      setMore(start && end ? 'both' : start ? 'start' : end ? 'end' : undefined);
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(node);
    node.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      node.removeEventListener('scroll', measure);
    };
  }, [bar]);
  useEffect(() => {
    const node = bar.current!;
    const tab = node.querySelector<HTMLElement>('[aria-selected=true], [aria-current]');
    if (tab === null) return;
    const [left, right] = [tab.offsetLeft - 48, tab.offsetLeft + tab.offsetWidth + 48];
    if (left < node.scrollLeft) node.scrollTo({ left });
    else if (right > node.scrollLeft + node.clientWidth) node.scrollTo({ left: right - node.clientWidth });
  }, [bar, open]);
  return more;
};

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

type TabsProps<V extends string> = {
  /** Accessible name of the bar, if the page has several bars or a better name than «Parts of the page». */
  label?: string;
  items: readonly Item<V>[];
  value: V;
  onChange: (value: V) => void;
  /** The content of the open tab. */
  children: ReactNode;
};

/**
 * Parts of one screen, one of them open. The caller keeps the open tab in the address. Arrow keys, Home and End move
 * between the tabs and open them.
 */
export const Tabs = <V extends string>({ label, items, value, onChange, children }: TabsProps<V>): ReactNode => {
  const t = useT('commons');
  const bar = useRef<HTMLDivElement>(null);
  const id = useId();
  const more = useOverflow(bar, value);
  const move = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = step(
      items.findIndex((one) => one.value === value),
      items.length,
    );
    onChange(items[next]!.value);
    (bar.current!.children[next] as HTMLElement).focus();
  };
  return (
    <>
      <div ref={bar} role="tablist" aria-label={label ?? t('tabs')} className={css['bar']} data-more={more}>
        {items.map((one) => (
          <button
            key={one.value}
            type="button"
            role="tab"
            onKeyDown={move}
            id={`${id}-${one.value}`}
            className={css['tab']}
            aria-selected={one.value === value}
            aria-controls={one.value === value ? `${id}-panel` : undefined}
            tabIndex={one.value === value ? 0 : -1}
            onClick={() => one.value !== value && onChange(one.value)}
          >
            <Label {...one} />
          </button>
        ))}
      </div>
      <div key={value} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
};

type Target = { [S in ScreenId]: ScreenTarget<S> }[ScreenId];
type LinkTabsProps<V extends string> = {
  label: string;
  items: readonly (Item<V> & { readonly to: Target })[];
  value: V;
};

// The address of one tab can be the beginning of the address of another: only the whole address marks the current page.
const exact = { activeOptions: { exact: true, includeSearch: true } } as object;

/** Pages of one thing, each with its own address, styled like `Tabs`. */
export const LinkTabs = <V extends string>({ label, items, value }: LinkTabsProps<V>): ReactNode => {
  const bar = useRef<HTMLElement>(null);
  const more = useOverflow(bar, value);
  return (
    <nav ref={bar} aria-label={label} className={css['bar']} data-more={more}>
      {items.map(({ to, ...one }) => (
        <ScreenLink
          {...(to as ScreenTarget<ScreenId>)}
          {...exact}
          key={one.value}
          className={css['tab']}
          aria-current={one.value === value ? 'page' : undefined}
        >
          <Label {...one} />
        </ScreenLink>
      ))}
    </nav>
  );
};
