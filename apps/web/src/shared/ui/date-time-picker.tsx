import { IconCalendar, IconX } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { formatDate, formatDateTime, fromWallTime, toIsoDay, toWallTime } from '../format.ts';
import { useT } from '../i18n/use-t.ts';
import { type Bounds, initialDate } from './date-rules.ts';
import css from './date-time-picker.module.css';
import { lazy } from './lazy.tsx';

// The kit's calendar loads when a field is opened.
const loadPanel = () => import('./date-panel.tsx');
const DatePanel = lazy(loadPanel);

/**
 * Dates are points in time, chosen in the organisation's time zone. With `dayOnly` they are days: midnights of
 * `toDate(day)`.
 */
type Props = Bounds & {
  label: string;
  value: Date | null;
  onChange: (value: Date | null) => void;
  dayOnly?: boolean;
  required?: boolean;
  clearable?: boolean;
  /** Shown while nothing is chosen, for a field that then has a value of its own. */
  placeholder?: string | undefined;
  error?: string | undefined;
};

/** A day from a calendar and a time from two lists: quarters of an hour, only inside the bounds. */
export const DateTimePicker = ({
  label,
  value: given,
  onChange,
  min,
  max,
  dayOnly = false,
  required = false,
  clearable = false,
  placeholder,
  error,
}: Props): ReactNode => {
  const t = useT('commons');
  const id = useId();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Everything inside the component uses the wall time of the organisation.
  const wall = (date: Date | null | undefined): Date | undefined =>
    date && !dayOnly ? toWallTime(date) : (date ?? undefined);
  const value = wall(given) ?? null;
  const bounds = { min: wall(min), max: wall(max) };
  const at = initialDate(value, toWallTime(new Date()), bounds);
  const pick = (picked: Date): void =>
    onChange(dayOnly ? new Date(picked.getFullYear(), picked.getMonth(), picked.getDate()) : fromWallTime(picked));
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const done = (): void => {
    if (value === null) pick(at);
    close();
  };
  useEffect(() => {
    if (!open) return undefined;
    const outside = (e: PointerEvent): void => {
      if (!root.current?.contains(e.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);
  return (
    <div
      className={css['root']}
      ref={root}
      onKeyDown={(e) => {
        if (e.key === 'Escape' && open) {
          e.stopPropagation();
          close();
        }
      }}
    >
      <span className={css['label']} id={`${id}-label`}>
        {label}
        {required && (
          <span className={css['star']} aria-hidden>
            {' '}
            *
          </span>
        )}
      </span>
      <div className={css['field']} data-bad={error !== undefined || undefined}>
        <button
          ref={button}
          type="button"
          data-mantine-stop-propagation={open || undefined}
          className={css['value']}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-labelledby={`${id}-label ${id}-value`}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onPointerEnter={() => void loadPanel().catch(() => undefined)}
          onClick={() => setOpen(!open)}
        >
          <IconCalendar size={16} aria-hidden />
          <span id={`${id}-value`}>
            {given === null
              ? (placeholder ?? t(dayOnly ? 'date.choose_day' : 'date.choose'))
              : dayOnly
                ? formatDate(toIsoDay(given))
                : formatDateTime(given)}
          </span>
        </button>
        {clearable && value !== null && (
          <button type="button" className={css['clear']} aria-label={t('date.clear')} onClick={() => onChange(null)}>
            <IconX size={14} aria-hidden />
          </button>
        )}
      </div>
      {error !== undefined && (
        <p className={css['error']} id={`${id}-error`}>
          {error}
        </p>
      )}
      {open && (
        <Suspense>
          <div
            className={css['panel']}
            role="dialog"
            aria-label={label}
            // Escape closes only the calendar: the dialog around it checks the focused element for this attribute.
            onFocus={(e) => e.target.setAttribute('data-mantine-stop-propagation', 'true')}
          >
            <DatePanel at={at} bounds={bounds} dayOnly={dayOnly} onPick={pick} onDone={done} onClose={close} />
          </div>
        </Suspense>
      )}
    </div>
  );
};
