import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import type { PartProps } from './draft.ts';
import css from './automation.module.css';
import { lazy } from '../../shared/ui/lazy.tsx';

const EmailChooser = lazy(() => import('../phishing/public.ts').then((all) => ({ default: all.EmailChooser })));

/** The emails of a phishing action; each person gets one of them. */
export const ActionEmails = ({ line, onChange }: PartProps): ReactNode => {
  const t = useT('automation');
  const [choosing, setChoosing] = useState(false);
  const groups = useRead('phishing.templates', {}, { staleTime: 60_000, enabled: choosing });
  const none = line.emails.length === 0;
  const choose = (ids: readonly string[], adopted: readonly { id: string; name: string }[]): void => {
    const emailById = new Map(line.emails.map((one) => [one.id, one]));
    for (const group of groups.data?.data ?? [])
      for (const template of group.templates)
        for (const { id, name } of template.emails) emailById.set(id, { id, name, template_name: template.name });
    for (const { id, name } of adopted) emailById.set(id, { id, name, template_name: name });
    onChange({ emails: ids.flatMap((id) => emailById.get(id) ?? []) });
    setChoosing(false);
  };
  return (
    <div>
      <p className={css['label']}>
        {t('field.emails')} <span aria-hidden>*</span>
      </p>
      <ul className={css['chosen']} aria-label={t('field.emails')}>
        {line.emails.map((email) => (
          <li key={email.id}>
            <span>
              {email.template_name}
              {email.name !== email.template_name && <small>{email.name}</small>}
            </span>
            <ActionIcon
              size={30}
              aria-label={t('take_out', { title: email.template_name })}
              onClick={() => onChange({ emails: line.emails.filter((one) => one.id !== email.id) })}
            >
              <IconX size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {none ? <p className={css['needed']}>{t('emails.none')}</p> : <p className={css['about']}>{t('emails.hint')}</p>}
      <Button
        size="compact-md"
        variant={none ? 'filled' : 'default'}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setChoosing(true)}
      >
        {t(none ? 'emails.choose' : 'emails.change')}
      </Button>
      {choosing && (
        <Suspense fallback={null}>
          <EmailChooser
            chosen={line.emails.map((one) => one.id)}
            onChoose={choose}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </div>
  );
};
