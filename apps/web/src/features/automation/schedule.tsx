import { IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { hourText } from '@sergak/contract/automation/automation.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import css from './automation.module.css';
import { Select } from '../../shared/ui/select.tsx';
import { useZoneName } from '../../shared/zone-name.ts';
import { instantWords } from './words.ts';

export const ACTION_HOURS = Array.from({ length: 24 }, (_, hour) => hourText(hour));

const Next = ({ at, zone }: { at: string; zone: string }): ReactNode => {
  const t = useT('automation');
  return (
    <span className={css['about']}>{t('schedule.next', { when: instantWords(t, at), zone: useZoneName(zone) })}</span>
  );
};

/** The hour of the organisation's day at which tag actions run, and the next run. */
export const ActionSchedule = (): ReactNode => {
  const t = useT('automation');
  const { data } = useRead('automation.schedule', {}, { quiet: true });
  const set = useWrite('automation.set-schedule', { tip: 'tips:tag.hour' });
  if (data === undefined) return null;
  return (
    <div className={css['schedule']}>
      <IconClock size={18} stroke={1.7} aria-hidden />
      <span id="schedule-label">{t('schedule.label')}</span>
      <Select
        className={css['hour']!}
        aria-labelledby="schedule-label"
        data={ACTION_HOURS}
        value={hourText(data.hour)}
        // Not disabled while the call runs: that would lose the focus.
        onChange={(value) => value !== null && !set.isPending && set.mutate({ hour: Number.parseInt(value, 10) })}
      />
      <Next at={data.next_run_at} zone={data.time_zone} />
    </div>
  );
};
