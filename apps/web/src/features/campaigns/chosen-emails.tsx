import { ActionIcon, Button } from '@mantine/core';
import { IconPaperclip, IconPencil, IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { EmptyState } from '../../shared/ui/states.tsx';
import { DifficultyBadge, TemplateLogo, useSubject } from '../phishing/public.ts';
import css from './campaigns.module.css';
import { lazy } from '../../shared/ui/lazy.tsx';

const EmailChooser = lazy(() => import('../phishing/public.ts').then((all) => ({ default: all.EmailChooser })));

type Props = { value: readonly string[]; onChange: (ids: string[]) => void };
/** The chosen emails of a campaign, and a button to choose others. */
export const ChosenEmails = ({ value, onChange }: Props): ReactNode => {
  const t = useT('campaigns');
  const subject = useSubject();
  const [choosing, setChoosing] = useState(false);
  const groups = useRead('phishing.templates', {}, { staleTime: 60_000 });
  const all = (groups.data?.data ?? []).flatMap((group) =>
    group.templates.flatMap((template) => template.emails.map((email) => ({ template, email }))),
  );
  const chosen = all.filter(({ email }) => value.includes(email.id));
  const choose = (
    <Button
      variant={value.length === 0 ? 'filled' : 'default'}
      leftSection={value.length === 0 ? <IconPlus size={16} /> : <IconPencil size={16} />}
      onClick={() => setChoosing(true)}
    >
      {t(value.length === 0 ? 'emails_step.choose' : 'emails_step.change')}
    </Button>
  );
  return (
    <>
      {value.length === 0 ? (
        <EmptyState title={t('emails_step.none')} hint={t('emails_step.none_hint')} action={choose} />
      ) : (
        <>
          <ul className={css['emails']}>
            {chosen.map(({ template, email }) => (
              <li key={email.id}>
                <TemplateLogo src={template.logo} size={36} />
                <span className={css['email-name']}>
                  {template.name}
                  <small>{subject(email.subject)}</small>
                </span>
                {email.attachments[0] && (
                  <IconPaperclip
                    size={16}
                    role="img"
                    aria-label={email.attachments.map((one) => one.name).join(', ')}
                  />
                )}
                <DifficultyBadge difficulty={template.difficulty} />
                <ActionIcon
                  aria-label={t('emails_step.remove', { name: template.name })}
                  onClick={() => onChange(value.filter((id) => id !== email.id))}
                >
                  <IconX size={16} />
                </ActionIcon>
              </li>
            ))}
          </ul>
          {choose}
        </>
      )}
      {choosing && (
        <Suspense fallback={null}>
          <EmailChooser
            chosen={value}
            onClose={() => setChoosing(false)}
            onChoose={(ids) => {
              onChange(ids);
              setChoosing(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
};
