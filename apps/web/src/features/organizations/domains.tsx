import { Button, Skeleton, TextInput } from '@mantine/core';
import { IconMailShare } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { isMailDomain, pastedDomain } from '@sergak/contract/email-address.rules.ts';
import { DOMAIN_MAX } from '@sergak/contract/organizations/organizations.rules.ts';
import { failedWith } from '../../shared/api-error.ts';
import { useServerErrorText } from '../../shared/forms/form-error.tsx';
import { useNeeded } from '../../shared/forms/needed.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { Section } from '../../shared/ui/section.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import { Domain } from './domain.tsx';
import css from './organization.module.css';

const AddDomain = (): ReactNode => {
  const t = useT('organizations');
  const [name, setName] = useState('');
  const [wrong, setWrong] = useState(false);
  const say = useServerErrorText();
  const needed = useNeeded(name);
  const add = useWrite('organizations.domain-add', { quiet: true });
  const submit = (e: FormEvent): void => {
    e.preventDefault();
    if (!needed.check()) return;
    const domain = pastedDomain(name);
    if (!isMailDomain(domain)) {
      needed.ref.current?.focus();
      return setWrong(true);
    }
    add.mutate(
      { domain },
      {
        onSuccess: (added) => {
          setName('');
          showToast({
            kind: 'success',
            text: t(added.verified_at === null ? 'domain.added' : 'domain.added_verified'),
          });
        },
      },
    );
  };
  const error =
    needed.error ??
    (wrong
      ? t('domain.wrong')
      : failedWith(add.error, 'organization.domain_taken', 'common.conflict')
        ? t('domain.taken')
        : say(add.error));
  return (
    <form className={css['domain-add']} onSubmit={submit} noValidate>
      <TextInput
        ref={needed.ref}
        label={t('domain.name')}
        placeholder={t('domain.example')}
        value={name}
        error={error}
        maxLength={DOMAIN_MAX}
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        onChange={(e) => {
          setName(e.currentTarget.value);
          setWrong(false);
          add.reset();
        }}
      />
      <Button type="submit" loading={add.isPending}>
        {t('domain.add')}
      </Button>
    </form>
  );
};

/** The domains to which simulated phishing emails may be sent, and how to verify a domain. */
export const Domains = (): ReactNode => {
  const t = useT('organizations');
  const query = useRead('organizations.domains', {}, { quiet: true });
  const rows = query.data?.data;
  return (
    <Section title={t('domain.title')} hint={t('domain.hint')}>
      <AddDomain />
      {query.isError && rows === undefined ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : rows === undefined ? (
        <div className={css['domains']} aria-hidden>
          <Skeleton height={72} radius={12} />
          <Skeleton height={72} radius={12} />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState icon={IconMailShare} title={t('domain.empty')} hint={t('domain.empty_hint')} />
      ) : (
        <ul className={css['domains']} aria-label={t('domain.list')}>
          {rows.map((row) => (
            <Domain key={row.domain} row={row} />
          ))}
        </ul>
      )}
    </Section>
  );
};
