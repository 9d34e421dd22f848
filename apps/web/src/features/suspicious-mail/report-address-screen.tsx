import { Button, Skeleton } from '@mantine/core';
import { IconLock, IconMailExclamation, IconMailForward, IconMailOff } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { isAtLeast } from '@sergak/contract/access/roles.ts';
import { mailAdmin } from '@sergak/contract/settings/settings.rules.ts';
import type { ReportMailbox } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { formatDateTime, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { REFRESH_MS } from '../../shared/polling.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { usePermission, useMe } from '../../shared/session.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';
import { Notice } from '../../shared/ui/notices.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';
import { useMailboxReason } from './address-diagnosis.tsx';
import css from './suspicious-mail.module.css';

/** The state of the mailbox is shown before the code of its form is there. */
const AddressForm = lazy(async () => ({ default: (await import('./address-form.tsx')).AddressForm }));

const Text = ({ box }: { box: ReportMailbox }): ReactNode => {
  const t = useT('suspicious__address');
  const shared = useT('connection');
  const reasonOf = useMailboxReason();
  const { failure } = box;
  if (!box.configured) return t('state.off_text');
  return (
    <>
      {failure !== null ? (
        <>
          {t('state.bad_text', {
            step: shared(`step.${failure.step}`),
            when: formatDateTime(failure.at),
            what: reasonOf(failure.code).what,
          })}
          <p>{t('state.bad_do', { advice: reasonOf(failure.code).do! })}</p>
        </>
      ) : box.read_at === null ? (
        t('state.waiting_text')
      ) : (
        t('state.ok_text', {
          when: formatDateTime(box.read_at),
          simulations: box.simulations === null ? '—' : formatNumber(box.simulations),
          suspicious: formatNumber(box.suspicious),
        })
      )}
      {box.full && <p>{t('state.full')}</p>}
    </>
  );
};

const State = ({ box, mayChange }: { box: ReportMailbox; mayChange: boolean }): ReactNode => {
  const t = useT('suspicious__address');
  const [asking, setAsking] = useState(false);
  const maySee = usePermission('admin.phishing.campaigns');
  const remove = useWrite('suspicious-mail.address-remove', { tip: 'tips:suspicious.address_removed' });
  const { address } = box;
  const isBad = box.failure !== null || box.full;
  return (
    <div className={css['state']}>
      <Notice
        icon={!box.configured ? IconMailOff : isBad ? IconMailExclamation : IconMailForward}
        tone={!box.configured ? 'usual' : box.failure !== null ? 'bad' : box.full ? 'warning' : 'good'}
        title={
          !box.configured
            ? t('state.off_title')
            : t(box.failure === null ? 'state.ok_title' : 'state.bad_title', { address })
        }
        {...(box.configured && {
          actions: (
            <>
              {maySee && (
                <ScreenLink screen="phishing.suspicious" className="link">
                  {t('state.to_list')}
                </ScreenLink>
              )}
              {mayChange && (
                <Button variant="subtle" size="compact-md" onClick={() => setAsking(true)}>
                  {t('state.remove')}
                </Button>
              )}
            </>
          ),
        })}
      >
        <Text box={box} />
      </Notice>
      <ConfirmDialog
        opened={asking}
        title={t('state.remove_title')}
        action={t('state.remove_action')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({}, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        {t('state.remove_text', { address })}
      </ConfirmDialog>
    </div>
  );
};

/** The address to which employees report suspicious emails, and whether its mailbox can be read. */
export default function ReportAddressScreen(): ReactNode {
  const t = useT('suspicious__address');
  const mayChange = isAtLeast(useMe().role, mailAdmin);
  const box = useRead('suspicious-mail.address', {}, { quiet: true, refetchInterval: REFRESH_MS.usual });
  const { data } = box;
  return (
    <>
      <PageHead title={t('title')} hint={t('lead')} />
      {data === undefined ? (
        box.isError ? (
          <ErrorState onRetry={() => void box.refetch()} />
        ) : (
          <Skeleton height={520} radius={14} />
        )
      ) : (
        <>
          <State box={data} mayChange={mayChange} />
          {mayChange ? (
            <Suspense fallback={<Skeleton height={400} />}>
              <AddressForm key={String(data.configured)} box={data} />
            </Suspense>
          ) : (
            <Notice icon={IconLock} title={t('kept.title')}>
              {t('kept.text')}
            </Notice>
          )}
        </>
      )}
    </>
  );
}
