import { addressKey } from '@sergak/contract/email-address.rules.ts';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ADDRESSES_MAX } from '@sergak/contract/report-schedules/report-schedules.rules.ts';
import type { ReportSchedule } from '@sergak/contract/report-schedules/report-schedules.schema.ts';
import { isEmail } from '@sergak/contract/text.rules.ts';
import { useField } from '../../shared/forms/form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import css from './report-schedules.module.css';

/** A pasted list has commas, semicolons or line breaks. */
const split = (text: string): string[] => text.split(/[\s,;]+/).filter((one) => one !== '');

type State = ReportSchedule['addresses'][number]['state'];
const cannotReceive = (state: State | undefined): boolean => state === 'left' || state === 'foreign_domain';

const Address = ({
  email,
  name,
  state,
  onRemove,
}: {
  email: string;
  name: string | null | undefined;
  /** Undefined for an address that has not been saved yet. */
  state: State | undefined;
  onRemove: () => void;
}): ReactNode => {
  const t = useT('report_schedules');
  const words = state && [...(name ? [name] : []), t(`address_state.${state}`)].join(' · ');
  return (
    <li>
      <span>
        {email}
        {words !== undefined && <small data-bad={cannotReceive(state) || undefined}>{words}</small>}
      </span>
      <ActionIcon size={32} aria-label={t('form.remove', { address: email })} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
};

/** Recipients by address, with who they belong to once they are saved. */
export const AddressesField = ({
  schedule,
  rejected,
}: {
  schedule: ReportSchedule;
  /** Addresses that the server rejected, because their domains are not verified. */
  rejected: readonly string[];
}): ReactNode => {
  const t = useT('report_schedules');
  const [frequency, toTag] = useWatch({ name: ['frequency', 'to_tag'] }) as [string, boolean];
  const { field, error } = useField<string[]>({
    name: 'addresses',
    eager: true,
    check: (addresses, all) =>
      all['frequency'] === 'off' || all['to_tag'] === true || addresses.length > 0
        ? undefined
        : t('form.no_recipients'),
  });
  const [draft, setDraft] = useState('');
  const added = split(draft);
  const wrong = added.find((one) => !isEmail(one));
  const addressByEmail = new Map(schedule.addresses.map((one) => [addressKey(one.email), one]));
  const add = (): void => {
    if (added.length === 0 || wrong !== undefined) return;
    const all = new Map([...(field.value as string[]), ...added].map((one) => [addressKey(one), one]));
    field.onChange([...all.values()].slice(0, ADDRESSES_MAX));
    setDraft('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  const hasOutside = schedule.addresses.some((one) => one.state === 'outside' && field.value.includes(one.email));
  const attach = useWatch({ name: 'attach' }) as boolean;
  return (
    <>
      {field.value.length > 0 && (
        <ul className={css['addresses']} aria-label={t('form.addresses')}>
          {(field.value as string[]).map((email) => (
            <Address
              key={email}
              email={email}
              name={addressByEmail.get(addressKey(email))?.name}
              state={rejected.includes(email) ? 'foreign_domain' : addressByEmail.get(addressKey(email))?.state}
              onRemove={() => field.onChange((field.value as string[]).filter((one) => one !== email))}
            />
          ))}
        </ul>
      )}
      {hasOutside && !attach && <p className={css['note']}>{t('outside_hint')}</p>}
      <div className={css['add']}>
        <TextInput
          ref={field.ref}
          label={t('form.address')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={
            schedule.domains.length > 0
              ? t('form.address_hint', { domains: schedule.domains.join(', ') })
              : t('form.address_hint_none')
          }
          type="text"
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          value={draft}
          error={wrong !== undefined && draft.endsWith(' ') ? t('commons:field.email') : error}
          aria-required={frequency !== 'off' && !toTag}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={field.onBlur}
        />
        <ActionButton
          variant="default"
          blocked={
            field.value.length >= ADDRESSES_MAX
              ? t('form.addresses_full', { max: ADDRESSES_MAX })
              : (added.length === 0 || wrong !== undefined) && t('commons:field.email')
          }
          onClick={add}
        >
          {t('form.add')}
        </ActionButton>
      </div>
    </>
  );
};
