import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { FORECAST_DAYS } from '@sergak/contract/automation/automation.rules.ts';
import type { ChangeForecast } from '@sergak/contract/automation/automation.schema.ts';
import { call, type CallInput } from '../../shared/api.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { PartFailed } from '../../shared/ui/states.tsx';
import { type ActionOutcome, forecastActions } from './forecast-days.ts';
import css from './automation.module.css';
import { dayWords } from './words.ts';

/** The latest result of a dry run; `counting` while the numbers belong to an earlier input. */
export type ForecastState = {
  readonly data: ChangeForecast | undefined;
  readonly counting: boolean;
  readonly failed: boolean;
  readonly again: () => void;
};
const TYPING_MS = 400;

/** The value after it has been stable for a short time, and whether it is stable. */
export const useDebounced = <T,>(value: T): readonly [T, boolean] => {
  const key = JSON.stringify(value);
  const [rested] = useDebouncedValue(key, TYPING_MS);
  return [JSON.parse(rested) as T, rested === key];
};

/** The dry run of a pending change to a tag; null sends no request. */
export const useChangeForecast = (wanted: CallInput<'automation.forecast-change'> | null): ForecastState => {
  const [input, isSettled] = useDebounced(wanted);
  const query = useQuery({
    queryKey: ['automation', 'forecast-change', input],
    queryFn: ({ signal }) => call('automation.forecast-change', { ...input!, days: FORECAST_DAYS }, { signal }),
    enabled: input !== null && wanted !== null && isSettled,
    staleTime: 0,
    meta: { quiet: true },
  });
  const mine = isSettled && wanted !== null;
  return {
    data: mine ? query.data : undefined,
    counting: wanted !== null && (!isSettled || query.isPending || (query.isError && query.isFetching)),
    failed: mine && query.isError && !query.isFetching,
    again: () => void query.refetch(),
  };
};

/** Placeholder for numbers that are not known yet. */
export const Counting = ({ text }: { text: string }): ReactNode => (
  <p className={css['counting']} role="status">
    <Loader size="xs" type="dots" aria-hidden />
    {text}
  </p>
);

const Row = ({ one }: { one: ActionOutcome }): ReactNode => {
  const t = useT('automation');
  const [first, last] = [dayWords(t, one.first), dayWords(t, one.last)];
  const reasons = (passing: boolean): string =>
    one.kept
      .filter((kept) => kept.passing === passing)
      .map(({ reason, people }) =>
        t('forecast.obstacle', { reason: t(`reason.${reason}`), number: formatNumber(people) }),
      )
      .join('; ');
  return (
    <li className={css['coming']} data-kept={one.people === 0 || undefined}>
      <strong className={css['coming-number']}>{formatNumber(one.people)}</strong>
      <div>
        <p>{t('titled', { type: t(`type.${one.action.type}`), title: one.action.title })}</p>
        {one.people > 0 && (
          <p className={css['about']}>{first === last ? first : t('outcome.days', { first, last })}</p>
        )}
        {reasons(true) !== '' && <p className={css['about']}>{t('outcome.waits', { list: reasons(true) })}</p>}
        {reasons(false) !== '' && <p className={css['about']}>{t('outcome.kept', { list: reasons(false) })}</p>}
      </div>
    </li>
  );
};

/** How many people get which action of a tag, and when, before anything is saved. */
export const Outcome = ({ asked, lead }: { asked: ForecastState; lead: string }): ReactNode => {
  const t = useT('automation');
  if (asked.failed) return <PartFailed text={t('outcome.failed')} onRetry={asked.again} />;
  if (asked.counting || asked.data === undefined) return <Counting text={t('outcome.counting')} />;
  const actions = forecastActions(asked.data.data);
  if (actions.length === 0) return <p className={css['about']}>{t('outcome.nothing', { count: asked.data.days })}</p>;
  return (
    <div role="status">
      <p className={css['foreseen-lead']}>{lead}</p>
      <ul className={css['comings']}>
        {actions.map((one) => (
          <Row key={one.action.id} one={one} />
        ))}
      </ul>
    </div>
  );
};

type Joining = { asked: ForecastState; tag: { actions_count: number } };
const OutcomeOfJoining = ({ asked }: Joining): ReactNode => {
  const t = useT('automation');
  return (
    <section className={css['foreseen']} aria-label={t('outcome.label')}>
      <Outcome
        asked={asked}
        lead={t('outcome.joiners', {
          count: asked.data?.joining ?? 0,
          number: formatNumber(asked.data?.joining ?? 0),
          days: FORECAST_DAYS,
        })}
      />
    </section>
  );
};

/**
 * The forecast for people who are about to be added to a tag by hand; nothing if the tag has no actions. Has its own suspense
 * boundary, so that the dialog around it stays as it is while texts load.
 */
export const JoinOutcome = (props: Joining): ReactNode =>
  props.tag.actions_count > 0 &&
  props.asked.data?.joining !== 0 && (
    <Suspense fallback={null}>
      <OutcomeOfJoining {...props} />
    </Suspense>
  );
