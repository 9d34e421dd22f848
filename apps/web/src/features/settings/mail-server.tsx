import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useRead } from '../../shared/query.ts';
import { lazy } from '../../shared/ui/lazy.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';
import { useMailAdmin } from './mail-admin.ts';
import { MailServerKept } from './mail-server-kept.tsx';

const MailServerForm = lazy(async () => ({ default: (await import('./mail-server-form.tsx')).MailServerForm }));
const waiting = <Skeleton height={520} radius={14} />;

/** The mail server of the organisation: a form for those who may change it. */
export const MailServer = (): ReactNode => {
  const mail = useRead('settings.mail', {}, { quiet: true });
  const mayChange = useMailAdmin();
  if (mail.isError && mail.data === undefined) return <ErrorState onRetry={() => void mail.refetch()} />;
  if (mail.data === undefined) return waiting;
  if (!mayChange) return <MailServerKept mail={mail.data} />;
  return (
    <Suspense fallback={waiting}>
      <MailServerForm key={mail.data.mode} mail={mail.data} />
    </Suspense>
  );
};
