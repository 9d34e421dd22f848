import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { isSameServer, type Server } from '@sergak/contract/connection.rules.ts';
import type { SealedState } from '@sergak/contract/sealed.schema.ts';
import { PasswordField, TextField, useField } from '../forms/form.tsx';
import { NumberField } from '../forms/number-field.tsx';
import { useT } from '../i18n/use-t.ts';
import { AuthorityField } from './authority-field.tsx';
import css from './connection.module.css';

/** Hints are below the inputs, so that inputs side by side are aligned. */
export const below: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** How servers of a protocol are reached: each kind of security with its usual port, in the order of the form. */
type Securities = Readonly<Partial<Record<'starttls' | 'tls' | 'ldaps' | 'opportunistic' | 'none', number>>>;

/** The fields of each connection. */
type ConnectionValues = { host: string; port: number; security: string; ca: string; password: string };

const Security = ({ ports, tlsName }: { ports: Securities; tlsName: string }): ReactNode => {
  const t = useT('connection');
  const { field } = useField<keyof Securities>({ name: 'security' });
  const { getValues, setValue } = useFormContext<ConnectionValues>();
  const choose = (next: string): void => {
    // A port that the user did not set follows the kind of security.
    if (Object.values(ports).includes(getValues('port')))
      setValue('port', ports[next as keyof Securities]!, { shouldDirty: true, shouldValidate: true });
    field.onChange(next as keyof Securities);
  };
  return (
    <Radio.Group label={t('security.label')} value={field.value} onChange={choose} className={css['wide']!}>
      <div className={css['choices']}>
        {(Object.keys(ports) as (keyof Securities)[]).map((one) => {
          const key = one === 'ldaps' ? 'tls' : one;
          const label = t(`security.${key}`, { name: tlsName });
          return (
            <Radio.Card
              key={one}
              value={one}
              className={css['choice']!}
              aria-describedby={`security-${one}`}
              aria-label={label}
            >
              <Radio.Indicator />
              <span>
                <span className={css['choice-name']}>{label}</span>
                <span className={css['choice-hint']} id={`security-${one}`}>
                  {t(`security.${key}_hint`, { port: ports[one]! })}
                </span>
              </span>
            </Radio.Card>
          );
        })}
      </div>
    </Radio.Group>
  );
};

type ServerProps = {
  hostLabel: string;
  hostHint?: string;
  ports: Securities;
  /** Name of the protocol with TLS from the start, such as IMAPS. */
  tlsName: string;
};
/** Host, port, security and own authority of a connection. */
export const ServerFields = ({ hostLabel, hostHint, ports, tlsName }: ServerProps): ReactNode => {
  const t = useT('connection');
  return (
    <>
      <TextField
        name="host"
        inputWrapperOrder={below}
        label={hostLabel}
        {...(hostHint !== undefined && { description: hostHint })}
        autoComplete="off"
        spellCheck={false}
        wrong={t('host_wrong')}
      />
      <NumberField name="port" inputWrapperOrder={below} label={t('port')} />
      <Security ports={ports} tlsName={tlsName} />
      <AuthorityField className={css['wide']!} />
    </>
  );
};

type Stored = Server & { readonly password_state: SealedState };
/** The sealed password: kept for the same server, deleted with another one. `isUsed`: false if the server needs none. */
export const SealedPasswordField = ({ stored, isUsed = true }: { stored: Stored; isUsed?: boolean }): ReactNode => {
  const t = useT('connection');
  const [host, port, security] = useWatch<ConnectionValues, ['host', 'port', 'security']>({
    name: ['host', 'port', 'security'],
  });
  const isSame = isSameServer({ host, port, security }, stored);
  const state = isSame && !isUsed ? 'none' : stored.password_state;
  const description = {
    none: undefined,
    lost: t('commons:sealed.lost'),
    set: t(isSame ? 'password.keep' : 'password.gone'),
  }[state];
  return (
    <PasswordField
      name="password"
      inputWrapperOrder={below}
      label={t('password.label')}
      autoComplete="new-password"
      {...(state === 'set' && isSame && { placeholder: t('password.saved') })}
      description={description}
    />
  );
};
