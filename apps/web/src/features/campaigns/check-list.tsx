import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Check } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { formatDate, formatDateTime, formatNumber } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import css from './campaigns.module.css';

const icons = { ok: IconCircleCheck, warn: IconAlertTriangle, stop: IconCircleX };

type Named = readonly { name?: string; domain?: string; count?: number }[];
const names = (list: unknown): string =>
  ((list as Named | undefined) ?? [])
    .map((one) => (typeof one === 'string' ? one : (one.domain ?? one.name ?? '')))
    .join(', ');

const namedOf = ({ examples }: Check['details']): readonly unknown[] => (examples as unknown[] | undefined) ?? [];

/** The sentence of a check, with its figures and names filled in. */
export const checkSentence = (t: T<'campaigns'>, { code, reason, details: d }: Check): string => {
  const number = (value: unknown): string => formatNumber(Number(value ?? 0));
  const values = {
    count: Number(d.count ?? 0),
    number: number(d.count),
    people: number(d.people),
    cap: number(d.cap),
    limit: number(d.above),
    hours: number(d.hours),
    host: String(d.host ?? ''),
    title: String(d.title ?? d.name ?? ''),
    start: d.start_at ? formatDateTime(String(d.start_at)) : '',
    end: d.end_at ? formatDateTime(String(d.end_at)) : '',
    until: d.until ? formatDateTime(String(d.until)) : '',
    date: d.end_date ? formatDate(String(d.end_date)) : '',
    list: names(d.emails ?? d.domains ?? d.examples),
    more: number(Number(d.count ?? 0) - namedOf(d).length),
  };
  const textKey =
    code === 'approval' && reason === 'needed' && Number(d.count) > namedOf(d).length ? 'needed_more' : reason;
  return t(`check.${code}.${textKey}` as 'check.recipients.none', values);
};

/** The checks before a launch: passed checks, warnings and obstacles. */
export const CheckList = ({ checks }: { checks: readonly Check[] }): ReactNode => {
  const t = useT('campaigns');
  const order = { stop: 0, warn: 1, ok: 2 };
  return (
    <ul className={css['checks']} aria-label={t('check.title')}>
      {checks
        .toSorted((a, b) => order[a.level] - order[b.level])
        .map((check, i) => {
          const Mark = icons[check.level];
          return (
            <li key={i} data-level={check.level}>
              <Mark size={18} stroke={1.8} role="img" aria-label={t(`check.level_${check.level}`)} />
              <span>
                {check.details.post === true ? `${t('check.post')} ` : ''}
                {checkSentence(t, check)}
              </span>
            </li>
          );
        })}
    </ul>
  );
};
