import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../shared/format.ts';
import { useMissing } from '../../shared/forms/needed-form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { DateTimePicker } from '../../shared/ui/date-time-picker.tsx';
import css from './campaigns.module.css';
import type { TimingDraft } from './draft.ts';

const date = (text: string | null): Date | null => (text === null ? null : new Date(text));
const iso = (value: Date | null): string | null => value?.toISOString() ?? null;

type Props = {
  readonly draft: TimingDraft;
  readonly set: (patch: Partial<TimingDraft>) => void;
  /** The earliest date that can be chosen. */
  readonly start: Date;
  /** The end that the server computes. */
  readonly end?: string | undefined;
  /** The last moment of sending that the server computes while none is chosen. */
  readonly sendUntil?: string | null | undefined;
  /** Whether sentences of the form lead to these fields. */
  readonly fieldIds?: boolean;
};
/** The sending speed of a campaign and its end. */
export const SendingAndEnd = ({ draft, set, start, end, sendUntil, fieldIds = false }: Props): ReactNode => {
  const t = useT('campaigns');
  const missing = useMissing();
  return (
    <>
      <Radio.Group
        {...(fieldIds && { id: 'campaign-sending' })}
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
          placeholder={sendUntil ? t('when.send_until_auto', { date: formatDateTime(sendUntil) }) : undefined}
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
              draft.dateType === 'auto' && end !== undefined
                ? t('when.auto_date', { date: formatDateTime(end) })
                : t('when.auto_hint')
            }
          />
          <Radio value="custom" label={t('when.custom')} />
        </div>
      </Radio.Group>
      {draft.dateType === 'custom' && (
        <div {...(fieldIds && { id: 'campaign-end' })}>
          <DateTimePicker
            label={t('when.end_at')}
            required
            error={missing(draft.dateEnd === null, t('needed.end'))}
            value={date(draft.dateEnd)}
            min={start}
            onChange={(value) => set({ dateEnd: iso(value) })}
          />
        </div>
      )}
    </>
  );
};
