import { Radio } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Preflight } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { useMissing } from '../../shared/forms/needed-form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { DateTimePicker } from '../../shared/ui/date-time-picker.tsx';
import css from './campaigns.module.css';
import { SendingAndEnd } from './sending-and-end.tsx';
import { hasStart, type StepProps } from './draft.ts';

const date = (text: string | null): Date | null => (text === null ? null : new Date(text));
const iso = (value: Date | null): string | null => value?.toISOString() ?? null;

/** The start of a campaign, its sending speed and its end. */
export const StepWhen = ({ draft, set, look }: StepProps & { look: Preflight | undefined }): ReactNode => {
  const t = useT('campaigns');
  const missing = useMissing();
  const [now] = useState(() => new Date());
  const start = draft.isDelay ? (date(draft.dateDelay) ?? now) : now;
  return (
    <div className={css['form']}>
      <Radio.Group
        label={t('when.start')}
        value={draft.isDelay ? 'later' : 'now'}
        onChange={(value) => set({ isDelay: value === 'later' })}
      >
        <div className={css['radios']}>
          <Radio value="now" label={t('when.now')} />
          <Radio value="later" label={t('when.later')} />
        </div>
      </Radio.Group>
      {draft.isDelay && (
        <div id="campaign-start">
          <DateTimePicker
            label={t('when.start_at')}
            required
            error={missing(draft.dateDelay === null, t('needed.start'))}
            value={date(draft.dateDelay)}
            min={now}
            onChange={(value) => set({ dateDelay: iso(value) })}
          />
        </div>
      )}
      <SendingAndEnd
        draft={draft}
        set={set}
        start={start}
        end={hasStart(draft) ? look?.end_at : undefined}
        sendUntil={hasStart(draft) ? look?.send_until : undefined}
        fieldIds
      />
    </div>
  );
};
