import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { MailSettings } from '@sergak/contract/settings/settings.schema.ts';
import { formatDateTime, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Section } from '../../shared/ui/section.tsx';
import { Notice } from '../../shared/ui/notices.tsx';
import css from './settings.module.css';

const Facts = ({ mail }: { mail: MailSettings }): ReactNode => {
  const t = useT('settings__mail');
  const shared = useT('connection');
  const facts = [
    [t('form.host'), `${mail.host}:${mail.port}`],
    [shared('security.label'), shared(`security.${mail.security}`, { name: 'SMTPS' })],
    ...(mail.username === '' ? [] : [[t('form.username'), mail.username] as const]),
    [t('form.sender_name'), mail.sender_name],
    [t('form.sender_address'), mail.sender_address],
    [t('form.connections'), formatNumber(mail.connections)],
    [t('kept.verified'), mail.verified_at === null ? t('kept.not_verified') : formatDateTime(mail.verified_at)],
  ] as const;
  return (
    <Section title={t('form.title')} hint={t('form.hint')}>
      <dl className={css['pairs']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={css['fact']}>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
};

/** The mail server for people who may not change it: who can, and how emails are sent now. */
export const MailServerKept = ({ mail }: { mail: MailSettings }): ReactNode => {
  const t = useT('settings__mail');
  return (
    <div className={css['stack']}>
      <Notice icon={IconLock} title={t('kept.title')}>
        {t('kept.text')} {mail.mode === 'built_in' && t('kept.none')}
      </Notice>
      {mail.mode === 'server' && <Facts mail={mail} />}
    </div>
  );
};
