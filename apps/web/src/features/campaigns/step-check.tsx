import { Button } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Preflight } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { CheckList } from './check-list.tsx';
import { Select } from '../../shared/ui/select.tsx';
import css from './campaigns.module.css';
import type { StepProps } from './draft.ts';

/** Whether emails stay in the built-in mailbox because no mail server is set. */
const isCaught = (look: Preflight): boolean =>
  look.checks.some((check) => check.code === 'mail_server' && check.reason === 'built_in');

/** Sends a test email to the user; if it stays in the built-in mailbox, the confirmation links there. */
const TestEmail = ({ ids, caught }: { ids: readonly string[]; caught: boolean }): ReactNode => {
  const t = useT('campaigns');
  const go = useGo();
  const groups = useRead('phishing.templates', {}, { staleTime: 60_000 });
  const [picked, setPicked] = useState<string | null>(null);
  const toMailbox = {
    label: t('test.mailbox'),
    run: () => go({ screen: 'settings.emails', search: { tab: 'mailbox' } }),
  };
  const send = useWrite('campaigns.test-email', {
    tip: 'tips:campaign.test_sent',
    ...(caught && { tipAction: toMailbox }),
  });
  const emails = (groups.data?.data ?? []).flatMap((group) =>
    group.templates.flatMap((one) =>
      one.emails.filter((email) => ids.includes(email.id)).map((email) => ({ value: email.id, label: one.name })),
    ),
  );
  const chosen = emails.some((one) => one.value === picked) ? picked : (emails[0]?.value ?? null);
  if (chosen === null) return null;
  return (
    <div className={css['test']}>
      <Select label={t('test.email')} value={chosen} onChange={setPicked} data={emails} />
      <Button
        variant="default"
        leftSection={<IconMailForward size={16} />}
        loading={send.isPending}
        onClick={() => send.mutate({ email_id: chosen })}
      >
        {t('test.send')}
      </Button>
    </div>
  );
};

type Props = Pick<StepProps, 'draft'> & { look: Preflight | undefined; failed: boolean; onRetry: () => void };
/** The final checks before a launch, and a test email to the user. */
export const StepCheck = ({ draft, look, failed, onRetry }: Props): ReactNode => {
  const t = useT('campaigns');
  if (look === undefined) return failed ? <ErrorState onRetry={onRetry} /> : <LoadingState />;
  return (
    <div className={css['form']}>
      <CheckList checks={look.checks} />
      <div>
        <h3 className={css['sub']}>{t('test.title')}</h3>
        <p className="quiet">{t('test.hint')}</p>
        <TestEmail ids={draft.templates} caught={isCaught(look)} />
      </div>
    </div>
  );
};
