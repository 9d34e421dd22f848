import type { ReactNode } from 'react';
import { FORECAST_DAYS } from '@sergak/contract/automation/automation.rules.ts';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead } from '../../shared/query.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { type ForecastState, Outcome, useChangeForecast } from '../automation/public.ts';
import css from './tags.module.css';
import { peopleWords } from './words.ts';

/** The forecast of a tag in its stored state. */
const useStoredForecast = (id: string, enabled: boolean): ForecastState => {
  const query = useRead(
    'automation.forecast',
    { id, days: FORECAST_DAYS },
    { enabled, staleTime: 0, fresh: true, quiet: true },
  );
  const data = query.data && { ...query.data, data: query.data.data.filter((row) => row.reason === null), joining: 0 };
  return {
    data,
    counting: query.isFetching && query.data === undefined,
    failed: query.isError && !query.isFetching,
    again: () => void query.refetch(),
  };
};

type Props = { tag: Tag; opened: boolean; busy: boolean; onConfirm: () => void; onClose: () => void };
/**
 * Asks for confirmation before a tag's actions are switched: on shows what they would do, off what would no longer
 * happen.
 */
export const SwitchDialog = ({ tag, opened, busy, onConfirm, onClose }: Props): ReactNode => {
  const t = useT('automation');
  const about = useT('tags');
  const on = !tag.is_active;
  const turnedOn = useChangeForecast(opened && on ? { id: tag.id, is_active: true } : null);
  const storedForecast = useStoredForecast(tag.id, opened && !on);
  const way = on ? 'on' : 'off';
  return (
    <ConfirmDialog
      opened={opened}
      title={t(`switch.${way}_title`, { title: ownTitle(tag.title) })}
      action={t(`switch.${way}`)}
      danger={!on}
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className={css['form']}>
        <p>{t(`switch.${way}_text`, { people: peopleWords(about, tag.employees_count) })}</p>
        <Outcome asked={on ? turnedOn : storedForecast} lead={t(`switch.${way}_lead`, { days: FORECAST_DAYS })} />
      </div>
    </ConfirmDialog>
  );
};
