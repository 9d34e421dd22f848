import { DatePicker, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { Button } from '@mantine/core';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/ru';
import 'dayjs/locale/uz-latn';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { timeZone, toDate, toIsoDay, toWallTime, today } from '../format.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { useZoneName } from '../zone-name.ts';
import { type Bounds, clampDate, hourAllowed, HOURS, minuteAllowed, MINUTES } from './date-rules.ts';
import css from './date-time-picker.module.css';

const locales = { ru: 'ru', en: 'en', uz: 'uz-latn' };
const steps: Record<string, (day: Dayjs) => Dayjs> = {
  ArrowLeft: (day) => day.add(-1, 'day'),
  ArrowRight: (day) => day.add(1, 'day'),
  ArrowUp: (day) => day.add(-1, 'week'),
  ArrowDown: (day) => day.add(1, 'week'),
  PageUp: (day) => day.add(-1, 'month'),
  PageDown: (day) => day.add(1, 'month'),
};

type CalendarProps = { at: Date; bounds: Bounds; onPick: (day: Date) => void };
/** The kit's calendar. The kit's arrow keys stop at the ends of a month; here they continue into the next month. */
const Calendar = ({ at, bounds, onPick }: CalendarProps): ReactNode => {
  const t = useT('commons');
  const locale = locales[useLanguage()];
  const chosen = toIsoDay(at);
  const [first, last] = [bounds.min && toIsoDay(bounds.min), bounds.max && toIsoDay(bounds.max)];
  const [shown, setShown] = useState(chosen);
  const [target, setTarget] = useState<string>();
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (target !== undefined)
      root.current?.querySelector<HTMLElement>(`[data-day="${target}"]:not([data-outside])`)?.focus();
  }, [target]);
  const onKeyDown = (e: KeyboardEvent, date: string): void => {
    const next = steps[e.key]?.(dayjs(date));
    if (next === undefined || next.isSame(date, 'month')) return;
    const day = next.format('YYYY-MM-DD');
    e.preventDefault();
    if ((first !== undefined && day < first) || (last !== undefined && day > last)) return;
    setShown(day);
    setTarget(day);
  };
  return (
    <DatesProvider settings={{ locale, firstDayOfWeek: 1, consistentWeeks: true }}>
      <DatePicker
        ref={root}
        value={chosen}
        onChange={(day) => {
          if (day === null) return;
          setShown(day);
          onPick(toDate(day));
        }}
        date={shown}
        onDateChange={setShown}
        minDate={first}
        maxDate={last}
        maxLevel="year"
        monthLabelFormat={(date) => <span aria-live="polite">{dayjs(date).locale(locale).format('MMMM YYYY')}</span>}
        ariaLabels={{
          previousMonth: t('date.previous'),
          nextMonth: t('date.next'),
          previousYear: t('date.previous_year'),
          nextYear: t('date.next_year'),
        }}
        getDayProps={(date) => ({
          'data-day': date,
          // The current day of the organisation: the kit always marks the day of the browser.
          'data-current': date === today() || undefined,
          'aria-current': date === today() ? 'date' : undefined,
          'aria-pressed': date === chosen,
          onKeyDown: (e: KeyboardEvent) => onKeyDown(e, date),
        })}
      />
    </DatesProvider>
  );
};

type ListProps = {
  label: string;
  items: readonly number[];
  value: number;
  allowed: (item: number) => boolean;
  onPick: (item: number) => void;
};
/** A list of numbers: arrow keys select a number and skip disabled ones. */
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

/** Names the time zone of the organisation when the clock of the browser shows another time. */
const ZoneNote = (): ReactNode => {
  const t = useT('commons');
  const [now] = useState(() => Math.floor(Date.now() / 1000) * 1000);
  const zone = timeZone() ?? '';
  const name = useZoneName(zone);
  return zone === '' || toWallTime(now).getTime() === now ? null : (
    <p className={css['zone']}>{t('date.zone', { zone: name })}</p>
  );
};

type Props = {
  /** The chosen wall time, or the initial one. */
  at: Date;
  bounds: Bounds;
  dayOnly: boolean;
  /** Called with a wall time inside the bounds; with `dayOnly` with midnight of the day. */
  onPick: (wall: Date) => void;
  /** Takes the shown date, if none was chosen, and closes. */
  onDone: () => void;
  onClose: () => void;
};
/** The open part of the date field. The two lists offer only times inside the bounds, unlike the kit's time field. */
const DatePanel = ({ at, bounds, dayOnly, onPick, onDone, onClose }: Props): ReactNode => {
  const t = useT('commons');
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.querySelector<HTMLElement>('table [tabindex="0"]')?.focus(), []);
  const set = (day: Date, hour: number, minute: number): void =>
    onPick(clampDate(new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute), bounds));
  const pickDay = (day: Date): void => {
    if (!dayOnly) return set(day, at.getHours(), at.getMinutes());
    onPick(day);
    onClose();
  };
  return (
    <div ref={root} className={css['parts']}>
      <Calendar at={at} bounds={bounds} onPick={pickDay} />
      {!dayOnly && (
        <>
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
          <ZoneNote />
          <Button className={css['done']!} size="compact-md" onClick={onDone}>
            {t('done')}
          </Button>
        </>
      )}
    </div>
  );
};
export default DatePanel;
