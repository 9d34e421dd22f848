import { Radio } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Preflight } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { formatDateTime } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { DateTimePicker } from '../../shared/ui/date-time-picker.tsx';
import css from './campaigns.module.css';
import type { StepProps } from './draft.ts';

const date = (text: string | null): Date | null => (text === null ? null : new Date(text));
const iso = (value: Date | null): string | null => value?.toISOString() ?? null;

/** The start of a campaign, its sending speed and its end. */
export const StepWhen = ({ draft, set, look }: StepProps & { look: Preflight | undefined }): ReactNode => {
  const t = useT('campaigns');
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
            value={date(draft.dateDelay)}
            min={now}
            onChange={(value) => set({ dateDelay: iso(value) })}
          />
        </div>
      )}
      <Radio.Group
        id="campaign-sending"
        label={t('when.sending')}
        value={draft.emailSendType}
        onChange={(value) => set({ emailSendType: value as 'at_once' })}
      >
        <div className={css['radios']}>
          <Radio value="to_end" label={t('when.spread')} description={t('when.spread_hint')} />
          <Radio value="at_once" label={t('when.at_once')} description={t('when.at_once_hint')} />
        </div>
      </Radio.Group>
      {draft.emailSendType === 'to_end' && (
        <DateTimePicker
          label={t('when.send_until')}
          clearable
          value={date(draft.email_send_end_date)}
          min={start}
          onChange={(value) => set({ email_send_end_date: iso(value) })}
        />
      )}
      <Radio.Group
        label={t('when.end')}
        value={draft.dateType}
        onChange={(value) => set({ dateType: value as 'auto' })}
      >
        <div className={css['radios']}>
          <Radio
            value="auto"
            label={t('when.auto')}
            description={
              draft.dateType === 'auto' && look
                ? t('when.auto_date', { date: formatDateTime(look.end_at) })
                : t('when.auto_hint')
            }
          />
          <Radio value="custom" label={t('when.custom')} />
        </div>
      </Radio.Group>
      {draft.dateType === 'custom' && (
        <div id="campaign-end">
          <DateTimePicker
            label={t('when.end_at')}
            required
            value={date(draft.dateEnd)}
            min={start}
            onChange={(value) => set({ dateEnd: iso(value) })}
          />
        </div>
      )}
    </div>
  );
};
