import { Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCalendarOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Forecast as Answer } from '@sergak/contract/automation/automation.schema.ts';
import { FORECAST_DAYS, type RunReason } from '@sergak/contract/automation/automation.rules.ts';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { TagBadge } from '../../shared/ui/badges.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import { SendingLink } from '../organizations/public.ts';
import { forecastDays, type ForecastRow, isPassing, obstacles } from './forecast-days.ts';
import css from './automation.module.css';
import { dayWords } from './words.ts';

type Asked = {
  readonly data: Answer | undefined;
  readonly isError: boolean;
  readonly refetch: () => unknown;
};

/** Link to the page where an obstacle can be resolved. */
const WayOut = ({ reason }: { reason: RunReason }): ReactNode => {
  const t = useT('automation');
  const may = {
    phishing: usePermission('admin.phishing'),
    organization: usePermission('admin.organization'),
    license: usePermission('admin.settings.license'),
  };
  if (reason === 'autophish_off' && may.phishing)
    return (
      <ScreenLink className="link" screen="phishing.by-tags">
        {t('way.autophish')}
      </ScreenLink>
    );
  if (reason === 'domain_unverified' && may.organization)
    return (
      <ScreenLink className="link" screen="organization.own" search={{ tab: 'domains' }}>
        {t('way.domains')}
      </ScreenLink>
    );
  if (reason === 'licence_expired' && may.license)
    return (
      <ScreenLink className="link" screen="settings.license">
        {t('way.license')}
      </ScreenLink>
    );
  if (reason === 'sending_paused' && may.organization)
    return <SendingLink className="link">{t('way.sending')}</SendingLink>;
  return null;
};

const Row = ({ row, withTag }: { row: ForecastRow; withTag: boolean }): ReactNode => {
  const t = useT('automation');
  const linked = usePermission('admin.staff.employees');
  const rest = row.people - row.examples.length;
  return (
    <li className={css['coming']} data-kept={row.reason !== null || undefined}>
      <strong className={css['coming-number']}>{formatNumber(row.people)}</strong>
      <div>
        <p>
          {withTag && <TagBadge color={row.tag.color}>{ownTitle(row.tag.title)}</TagBadge>}{' '}
          {t('titled', { type: t(`type.${row.action.type}`), title: row.action.title })}
        </p>
        {row.reason !== null && (
          <p className={css['needed']}>
            {t(isPassing(row) ? 'forecast.waits' : 'forecast.kept', {
              reason: t(`reason.${row.reason}`),
            })}
          </p>
        )}
        <p className={css['about']}>
          {row.examples.map((one, i) => (
            <span key={one.id}>
              {i > 0 && ', '}
              {linked ? (
                <ScreenLink screen="staff.employee" params={{ employee_id: one.id }}>
                  {one.full_name}
                </ScreenLink>
              ) : (
                one.full_name
              )}
            </span>
          ))}
          {rest > 0 && ` ${t('forecast.rest', { count: rest, number: formatNumber(rest) })}`}
        </p>
      </div>
    </li>
  );
};

const Days = ({ data, withTag }: { data: Answer; withTag: boolean }): ReactNode => {
  const t = useT('automation');
  const days = forecastDays(data.data);
  const blockers = obstacles(data.data);
  if (days.length === 0)
    return (
      <Section>
        <EmptyState
          icon={IconCalendarOff}
          title={t('forecast.empty', { count: data.days })}
          hint={t('forecast.empty_hint')}
        />
      </Section>
    );
  return (
    <div className={css['stack']}>
      <p className={css['lead']}>
        {t('forecast.total', { count: data.total, number: formatNumber(data.total), days: data.days })}
      </p>
      {blockers.length > 0 && (
        <section className={css['in-the-way']} aria-label={t('forecast.in_the_way')}>
          <IconAlertTriangle size={20} stroke={1.7} aria-hidden />
          <div>
            <h3>{t('forecast.in_the_way')}</h3>
            <ul>
              {blockers.map(({ reason, people }) => (
                <li key={reason}>
                  {t('forecast.obstacle', { reason: t(`reason.${reason}`), number: formatNumber(people) })}{' '}
                  <WayOut reason={reason} />
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
      {days.map((day) => (
        <Section key={day.day} className={css['day']!}>
          <div className={css['day-head']}>
            <h3>{dayWords(t, day.day)}</h3>
            <span className={css['about']}>
              {[
                day.done > 0 ? t('forecast.will', { count: day.done, number: formatNumber(day.done) }) : '',
                day.waits > 0 ? t('forecast.will_wait', { count: day.waits, number: formatNumber(day.waits) }) : '',
                day.kept > 0 ? t('forecast.will_not', { count: day.kept, number: formatNumber(day.kept) }) : '',
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </div>
          <ul className={css['comings']}>
            {day.rows.map((row) => (
              <Row key={`${row.action.id} ${row.reason}`} row={row} withTag={withTag} />
            ))}
          </ul>
        </Section>
      ))}
    </div>
  );
};

export const ForecastView = ({ asked, withTag }: { asked: Asked; withTag: boolean }): ReactNode => {
  if (asked.data !== undefined) return <Days data={asked.data} withTag={withTag} />;
  if (asked.isError) return <ErrorState onRetry={() => void asked.refetch()} />;
  return (
    <div className={css['stack']} aria-hidden>
      <Skeleton height={24} width="60%" />
      <Skeleton height={120} radius={14} />
      <Skeleton height={120} radius={14} />
    </div>
  );
};

/** The forecast of one tag: who gets what in the coming days, and the obstacles. A dry run; it changes nothing. */
export const Forecast = ({ tag, unsaved }: { tag: Tag; unsaved: boolean }): ReactNode => {
  const t = useT('automation');
  const forecast = useRead(
    'automation.forecast',
    { id: tag.id, days: FORECAST_DAYS },
    { staleTime: 0, fresh: true, quiet: true },
  );
  return (
    <>
      {unsaved && <p className={css['needed']}>{t('forecast.unsaved')}</p>}
      <ForecastView asked={forecast} withTag={false} />
    </>
  );
};
