import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import css from './dropdown.module.css';
import { placeOfPanel } from './dropdown-place.ts';
import type { Icon } from './states.tsx';

/*
 * Small drop-downs. They are our own because the kit's positioning code is larger than the whole frame. A panel is drawn at the end
 * of its page or dialog, so that no table cell or scrolling box cuts it off.
 */
const useDropdown = () => {
  const [open, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const outside = ({ target }: PointerEvent): void => {
      if (![panel, button].some((one) => one.current?.contains(target as Node))) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);
  useLayoutEffect(() => {
    if (!open) return undefined;
    const place = (): void => {
      const [box, anchor] = [panel.current, button.current];
      if (box === null || anchor === null) return;
      const size = { width: box.offsetWidth, height: box.scrollHeight + box.offsetHeight - box.clientHeight };
      const { left, top, room } = placeOfPanel(anchor.getBoundingClientRect(), size, {
        width: document.documentElement.clientWidth,
        height: window.innerHeight,
      });
      Object.assign(box.style, { left: `${left}px`, top: `${top}px`, maxHeight: `${room}px` });
    };
    place();
    // What a panel shows may load after it has opened.
    const sizes = new ResizeObserver(place);
    if (panel.current !== null) sizes.observe(panel.current);
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, { capture: true });
    };
  }, [open]);
  const close = (): void => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  /** Draws the panel inside the dialog of the button, which keeps the focus in itself, or else at the end of the page. */
  const atEnd = (node: ReactNode): ReactNode =>
    createPortal(node, button.current?.closest<HTMLElement>('[role="dialog"]') ?? document.body);
  return { open, setOpen, close, panel, button, atEnd };
};

/** A click in a panel is no click in the row or card that contains its button. */
const stay = (e: SyntheticEvent): void => e.stopPropagation();

/** What takes the focus in a panel. */
const STOPS = 'a[href], button:not(:disabled), input:not(:disabled)';

type ButtonShape = { label: string; className?: string; children: ReactNode };

/** A button with a panel below it: `children` is the panel, `button` the content of the button. */
export const Dropdown = ({
  label,
  className,
  button: inside,
  children,
}: Omit<ButtonShape, 'children'> & { button: ReactNode; children: ReactNode }): ReactNode => {
  const { open, setOpen, close, panel, button, atEnd } = useDropdown();
  const id = useId();
  const stops = (): HTMLElement[] => [...(panel.current?.querySelectorAll<HTMLElement>(STOPS) ?? [])];
  useEffect(() => {
    if (open) panel.current?.querySelector<HTMLElement>(STOPS)?.focus({ preventScroll: true });
  }, [open, panel]);
  const onKeyDown = (e: KeyboardEvent): void => {
    if (!open) return;
    const [all, at] = [stops(), document.activeElement];
    // The panel is at the end of the page: leaving it continues at its button.
    if (e.key === 'Tab' && at === (e.shiftKey ? all[0] : all.at(-1))) {
      close();
      if (e.shiftKey) e.preventDefault();
    }
    if (e.key !== 'Escape') return;
    e.stopPropagation();
    close();
  };
  const onBlur = ({ relatedTarget }: React.FocusEvent): void => {
    if (relatedTarget !== null && ![panel, button].some((one) => one.current?.contains(relatedTarget))) setOpen(false);
  };
  return (
    <div className={css['root']} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className={className ?? css['button']}
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {inside}
      </button>
      {open &&
        atEnd(
          <div ref={panel} id={id} className={css['panel']} role="group" aria-label={label}>
            {children}
          </div>,
        )}
    </div>
  );
};

export type MenuItem = {
  readonly key: string;
  readonly label: string;
  readonly icon?: Icon;
  /** One option of a set, shown with a tick. */
  readonly checked?: boolean;
  readonly lang?: string;
  readonly danger?: true;
  readonly disabled?: boolean;
  readonly run: () => void;
};

/**
 * A menu of actions or of a single choice. Arrow keys, Home, End and typed letters move the focus; Escape closes the menu
 * and returns the focus.
 */
export const ActionMenu = ({
  label,
  className,
  children,
  lines,
  head,
}: ButtonShape & { lines: readonly MenuItem[]; head?: ReactNode }): ReactNode => {
  const { open, setOpen, close, panel, button, atEnd } = useDropdown();
  const list = useRef<HTMLDivElement>(null);
  const items = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];
  useEffect(() => {
    if (open)
      (items().find((item) => item.getAttribute('aria-checked') === 'true') ?? items()[0])?.focus({
        preventScroll: true,
      });
  }, [open]);
  const onKeyDown = (e: KeyboardEvent): void => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }[e.key];
    // Tab continues at the button, because the panel is at the end of the page.
    if (e.key === 'Tab') return close();
    if (e.key === 'Escape') close();
    else if (next !== undefined) all[next]?.focus();
    else if (e.key.length === 1 && e.key !== ' ') {
      const rest = [...all.slice(at + 1), ...all.slice(0, at + 1)];
      rest.find((item) => item.textContent?.trim().toLowerCase().startsWith(e.key.toLowerCase()))?.focus();
      return;
    } else return;
    e.preventDefault();
    e.stopPropagation();
  };
  return (
    <div className={css['root']}>
      <button
        ref={button}
        type="button"
        className={className ?? css['button']}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(e) => {
          if (e.key === 'ArrowDown') {
            e.preventDefault();
            setOpen(true);
          }
        }}
      >
        {children}
        <span className="sr-only">{label}</span>
      </button>
      {open &&
        atEnd(
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- see `stay`
          <div ref={panel} className={css['panel']} onClick={stay}>
            {head !== undefined && <div className={css['head']}>{head}</div>}
            {/* The items have the focus; the list only moves it. */}
            <div ref={list} role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
              {lines.map(({ key, label: name, icon: Mark, checked, lang, danger, disabled, run }) => (
                <button
                  key={key}
                  type="button"
                  tabIndex={-1}
                  role={checked === undefined ? 'menuitem' : 'menuitemradio'}
                  aria-checked={checked}
                  lang={lang}
                  className={css['line']}
                  data-danger={danger}
                  disabled={disabled}
                  onClick={() => {
                    close();
                    run();
                  }}
                >
                  {Mark !== undefined && <Mark size={16} stroke={1.8} aria-hidden />}
                  <span>{name}</span>
                  {checked === true && (
                    <svg className={css['check']} width="16" height="16" viewBox="0 0 16 16" aria-hidden>
                      <path d="M3 8.5 6.5 12 13 4.5" />
                    </svg>
                  )}
                </button>
              ))}
            </div>
          </div>,
        )}
    </div>
  );
};
