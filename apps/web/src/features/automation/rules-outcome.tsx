import type { ReactNode } from 'react';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { FORECAST_DAYS } from '@sergak/contract/automation/automation.rules.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { PartFailed } from '../../shared/ui/states.tsx';
import { changedLines, rulesChanged } from './draft.ts';
import { Counting, Outcome, useChangeForecast, useDebounced } from './outcome.tsx';
import css from './automation.module.css';
import type { TagDraft } from './use-draft.ts';

/** How many people would join and leave the tag with the rules in the form; undefined while they are counted. */
export const useMembersAfter = (tag: Tag, { draft }: TagDraft) => {
  const [rules, isSettled] = useDebounced(draft.mine.rules);
  const changed = rulesChanged(draft);
  const counted = useRead(
    'tags.members-after',
    { id: tag.id, ...rules },
    { enabled: changed && isSettled, staleTime: 0, fresh: true, quiet: true },
  );
  return {
    changed,
    data: isSettled ? counted.data : undefined,
    failed: isSettled && counted.isError && !counted.isFetching,
    again: () => void counted.refetch(),
  };
};

/** The effect of saving other bounds or another life: who joins, who leaves, and what new members get. */
export const RulesOutcome = ({ tag, edited }: { tag: Tag; edited: TagDraft }): ReactNode => {
  const t = useT('automation');
  const { draft } = edited;
  const counted = useMembersAfter(tag, edited);
  const forecast = useChangeForecast(
    counted.changed && tag.actions_count > 0 ? { id: tag.id, ...draft.mine.rules } : null,
  );
  if (!counted.changed) return null;
  const { data } = counted;
  const after = (data?.members ?? 0) + (data?.joining ?? 0) - (data?.leaving ?? 0);
  const same = data !== undefined && data.joining + data.leaving === 0;
  const concerns = (forecast.data?.data.length ?? 1) > 0;
  return (
    <section className={css['foreseen']} aria-label={t('outcome.label')}>
      {counted.failed ? (
        <PartFailed text={t('outcome.uncounted')} onRetry={counted.again} />
      ) : data === undefined ? (
        <Counting text={t('outcome.counting_members')} />
      ) : (
        <p role="status">
          {same
            ? t('outcome.same', { number: formatNumber(data.members) })
            : t('outcome.members', {
                members: formatNumber(data.members),
                after: formatNumber(after),
                joining: formatNumber(data.joining),
                leaving: formatNumber(data.leaving),
              })}
          {(data?.leaving ?? 0) > 0 && tag.actions_count > 0 && ` ${t('outcome.leavers')}`}
        </p>
      )}
      {tag.actions_count > 0 && concerns && (
        <Outcome asked={forecast} lead={t('outcome.of_change', { days: FORECAST_DAYS })} />
      )}
      {tag.actions_count > 0 && concerns && changedLines(draft) > 0 && (
        <p className={css['about']}>{t('outcome.stored')}</p>
      )}
    </section>
  );
};
