import { IconCalendar, IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import {
  formatDate,
  formatDateTime,
  formatMonth,
  ofWall,
  timeZone,
  toDate,
  toDay,
  toWall,
  today,
  weekdayNames,
} from '../format.ts';
import { useT } from '../i18n/use-t.ts';
import css from './date-time-picker.module.css';
import {
  addDays,
  addMonths,
  clampDate,
  dayAllowed,
  hourAllowed,
  HOURS,
  initialDate,
  minuteAllowed,
  MINUTES,
  monthGrid,
  sameDay,
} from './date-rules.ts';

type Bounds = { min?: Date | undefined; max?: Date | undefined };
/** Dates are moments, chosen by the clocks of the organisation. With `dayOnly` they are days: midnights of `toDate(day)`. */
type Props = Bounds & {
  label: string;
  value: Date | null;
  onChange: (value: Date | null) => void;
  dayOnly?: boolean;
  required?: boolean;
  clearable?: boolean;
  error?: string | undefined;
  disabled?: boolean;
};

const steps: Record<string, (date: Date) => Date> = {
  ArrowLeft: (d) => addDays(d, -1),
  ArrowRight: (d) => addDays(d, 1),
  ArrowUp: (d) => addDays(d, -7),
  ArrowDown: (d) => addDays(d, 7),
  PageUp: (d) => addMonths(d, -1),
  PageDown: (d) => addMonths(d, 1),
};

const Calendar = ({ at, bounds, onPick }: { at: Date; bounds: Bounds; onPick: (day: Date) => void }): ReactNode => {
  const t = useT('commons');
  const [shown, setShown] = useState({ year: at.getFullYear(), month: at.getMonth() });
  const [focused, setFocused] = useState(at);
  const grid = useRef<HTMLTableElement>(null);
  const now = toDate(today());
  const move = (months: number): void =>
    setShown(({ year, month }) => {
      const d = new Date(year, month + months, 1);
      return { year: d.getFullYear(), month: d.getMonth() };
    });
  const onKeyDown = (e: KeyboardEvent): void => {
    const step = steps[e.key];
    if (step === undefined) return;
    e.preventDefault();
    const next = step(focused);
    if (!dayAllowed(next, bounds)) return;
    setFocused(next);
    setShown({ year: next.getFullYear(), month: next.getMonth() });
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  };
  const weeks = monthGrid(shown.year, shown.month);
  const inView = weeks.flat().some((day) => sameDay(day, focused) && day.getMonth() === shown.month);
  const reachable = inView
    ? focused
    : weeks.flat().find((day) => day.getMonth() === shown.month && dayAllowed(day, bounds));
  return (
    <div className={css['calendar']}>
      <div className={css['month']}>
        <button type="button" aria-label={t('date.previous')} onClick={() => move(-1)}>
          <IconChevronLeft size={16} aria-hidden />
        </button>
        <strong aria-live="polite">{formatMonth(shown.year, shown.month)}</strong>
        <button type="button" aria-label={t('date.next')} onClick={() => move(1)}>
          <IconChevronRight size={16} aria-hidden />
        </button>
      </div>
      <table ref={grid} role="grid" aria-label={t('date.calendar')} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdayNames().map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]!.getTime()}>
              {week.map((day) => (
                <td key={day.getTime()} role="gridcell" aria-selected={sameDay(day, at)}>
                  <button
                    type="button"
                    tabIndex={reachable !== undefined && sameDay(day, reachable) ? 0 : -1}
                    disabled={!dayAllowed(day, bounds)}
                    data-chosen={sameDay(day, at) || undefined}
                    data-outside={day.getMonth() !== shown.month || undefined}
                    data-today={sameDay(day, now) || undefined}
                    aria-current={sameDay(day, now) ? 'date' : undefined}
                    onClick={() => {
                      setFocused(day);
                      onPick(day);
                    }}
                  >
                    {day.getDate()}
                    <span className="sr-only"> {formatMonth(day.getFullYear(), day.getMonth())}</span>
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

type ListProps = {
  label: string;
  items: readonly number[];
  value: number;
  allowed: (item: number) => boolean;
  onPick: (item: number) => void;
};
/** A column of numbers: arrows choose, closed ones are skipped. */
const Listbox = ({ label, items, value, allowed, onPick }: ListProps): ReactNode => {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (chosen) list.current!.scrollTop = chosen.offsetTop - list.current!.clientHeight / 2 + chosen.clientHeight / 2;
  }, [value]);
  const onKeyDown = (e: KeyboardEvent): void => {
    const open = items.filter(allowed);
    const at = open.indexOf(value);
    const next = {
      ArrowUp: open[Math.max(0, at - 1)],
      ArrowDown: open[Math.min(open.length - 1, at + 1)],
      Home: open[0],
      End: open.at(-1),
    }[e.key];
    if (next === undefined) return;
    e.preventDefault();
    onPick(next);
  };
  return (
    <ul
      ref={list}
      className={css['list']}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={`${id}-${value}`}
      onKeyDown={onKeyDown}
    >
      {items.map((item) => (
        <li
          key={item}
          id={`${id}-${item}`}
          role="option"
          aria-selected={item === value}
          aria-disabled={!allowed(item)}
          onClick={() => {
            if (allowed(item)) onPick(item);
          }}
        >
          {String(item).padStart(2, '0')}
        </li>
      ))}
    </ul>
  );
};

/** Whose clocks these are, for somebody whose own show another time. */
const ZoneNote = (): ReactNode => {
  const t = useT('commons');
  const [now] = useState(() => Math.floor(Date.now() / 1000) * 1000);
  const zone = timeZone();
  return zone === undefined || toWall(now).getTime() === now ? null : (
    <p className={css['zone']}>{t('date.zone', { zone })}</p>
  );
};

/** A day from a calendar and a time from two lists: quarters of an hour, nothing outside the bounds. */
export const DateTimePicker = ({
  label,
  value: given,
  onChange,
  min,
  max,
  dayOnly = false,
  required = false,
  clearable = false,
  error,
  disabled = false,
}: Props): ReactNode => {
  const t = useT('commons');
  const id = useId();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  // Everything inside works on the wall time of the organisation.
  const wall = (date: Date | null | undefined): Date | undefined =>
    date && !dayOnly ? toWall(date) : (date ?? undefined);
  const value = wall(given) ?? null;
  const bounds = { min: wall(min), max: wall(max) };
  const at = initialDate(value, toWall(new Date()), bounds);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  useEffect(() => {
    if (!open) return undefined;
    panel.current?.querySelector<HTMLElement>('table [tabindex="0"]')?.focus();
    const outside = (e: PointerEvent): void => {
      if (!root.current?.contains(e.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);
  const set = (day: Date, hour: number, minute: number): void =>
    onChange(
      dayOnly
        ? new Date(day.getFullYear(), day.getMonth(), day.getDate())
        : ofWall(clampDate(new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute), bounds)),
    );
  const pickDay = (day: Date): void => {
    set(day, at.getHours(), at.getMinutes());
    if (dayOnly) close();
  };
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
          disabled={disabled}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-labelledby={`${id}-label ${id}-value`}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onClick={() => {
            if (!open && value === null)
              onChange(dayOnly ? new Date(at.getFullYear(), at.getMonth(), at.getDate()) : ofWall(at));
            setOpen(!open);
          }}
        >
          <IconCalendar size={16} aria-hidden />
          <span id={`${id}-value`}>
            {given === null
              ? t(dayOnly ? 'date.choose_day' : 'date.choose')
              : dayOnly
                ? formatDate(toDay(given))
                : formatDateTime(given)}
          </span>
        </button>
        {clearable && value !== null && !disabled && (
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
        <div
          ref={panel}
          className={css['panel']}
          role="dialog"
          aria-label={label}
          // Escape closes the calendar alone: the kit's window around it looks at whom the key came from.
          onFocus={(e) => e.target.setAttribute('data-mantine-stop-propagation', 'true')}
        >
          <Calendar at={at} bounds={bounds} onPick={pickDay} />
          {!dayOnly && (
            <div className={css['time']}>
              <Listbox
                label={t('date.hours')}
                items={HOURS}
                value={at.getHours()}
                allowed={(hour) => hourAllowed(at, hour, bounds)}
                onPick={(hour) => set(at, hour, at.getMinutes())}
              />
              <Listbox
                label={t('date.minutes')}
                items={MINUTES}
                value={at.getMinutes()}
                allowed={(minute) => minuteAllowed(at, at.getHours(), minute, bounds)}
                onPick={(minute) => set(at, at.getHours(), minute)}
              />
            </div>
          )}
          {!dayOnly && <ZoneNote />}
          {!dayOnly && (
            <button type="button" className={css['done']} onClick={close}>
              {t('done')}
            </button>
          )}
        </div>
      )}
    </div>
  );
};
