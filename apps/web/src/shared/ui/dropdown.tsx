import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import css from './dropdown.module.css';
import type { Icon } from './states.tsx';

/*
 * Small drop-downs below their button. They are our own because the kit's positioning code is larger than the whole
 * frame; use the kit's Menu and Popover in lazily loaded parts that need to flip or leave a scrolling box.
 */
const useDropdown = () => {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const outside = (e: PointerEvent): void => {
      if (!root.current?.contains(e.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return { open, setOpen, close, root, button };
};

type ButtonShape = { label: string; className?: string; children: ReactNode };

/** A button with a panel below it: `children` is the panel, `button` the content of the button. */
export const Dropdown = ({
  label,
  className,
  button: inside,
  children,
}: Omit<ButtonShape, 'children'> & { button: ReactNode; children: ReactNode }): ReactNode => {
  const { open, setOpen, close, root, button } = useDropdown();
  const panel = useId();
  const onKeyDown = (e: KeyboardEvent): void => {
    if (e.key !== 'Escape' || !open) return;
    e.stopPropagation();
    close();
  };
  const onBlur = (e: React.FocusEvent): void => {
    if (e.relatedTarget !== null && !e.currentTarget.contains(e.relatedTarget)) setOpen(false);
  };
  return (
    <div className={css['root']} ref={root} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className={className ?? css['button']}
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        onClick={() => setOpen(!open)}
      >
        {inside}
      </button>
      {open && (
        <div id={panel} className={css['panel']} role="group" aria-label={label}>
          {children}
        </div>
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
  const { open, setOpen, close, root, button } = useDropdown();
  const list = useRef<HTMLDivElement>(null);
  const items = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];
  useEffect(() => {
    if (open) (items().find((item) => item.getAttribute('aria-checked') === 'true') ?? items()[0])?.focus();
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
    if (e.key === 'Escape') close();
    else if (e.key === 'Tab') return setOpen(false);
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
    <div className={css['root']} ref={root}>
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
      {open && (
        <div className={css['panel']}>
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
        </div>
      )}
    </div>
  );
};
