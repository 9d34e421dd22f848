import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatDate } from '../../shared/format.ts';
import { OwnProof, useProof } from '../../shared/forms/own-proof.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';
import KitModal from '../../shared/ui/kit-modal.tsx';
import { AuthenticatorSetup, type Enrolment } from './authenticator-setup.tsx';
import css from './authenticator.module.css';
import { BackupCodes } from './backup-codes.tsx';

type Action = 'add' | 'renew' | 'remove';

/** My authenticator app: add it, renew its backup codes, remove it; each needs a proof of identity. */
export const OwnAuthenticator = (): ReactNode => {
  const t = useT('session__authenticator');
  const { authenticator_due: due } = useMe();
  const query = useRead('authenticator.state', {}, { quiet: true });
  const [action, setAction] = useState<Action>();
  const proof = useProof(action !== undefined);
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<readonly string[]>();
  const enrol = useWrite('authenticator.enrol', { quiet: true });
  const renew = useWrite('authenticator.renew-codes', { quiet: true });
  const remove = useWrite('authenticator.remove', { quiet: true });
  const current = { add: enrol, renew, remove }[action ?? 'add'];
  const close = (): void => {
    setAction(undefined);
    proof.reset();
    current.reset();
  };
  const run = (): void => {
    if (action === 'add')
      enrol.mutate(proof.body, {
        onSuccess: (made) => {
          setEnrolment(made);
          close();
        },
      });
    if (action === 'renew')
      renew.mutate(proof.body, {
        onSuccess: ({ backup_codes }) => {
          setCodes(backup_codes);
          close();
        },
      });
    if (action === 'remove')
      remove.mutate(proof.body, {
        onSuccess: () => {
          showToast({ kind: 'success', text: t('removed') });
          close();
        },
      });
  };
  const state = query.data;
  return (
    <Section title={t('title')} hint={t('hint')}>
      {query.isError && state === undefined ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : state === undefined ? (
        <Skeleton height={56} radius={12} />
      ) : (
        <div className={css['block']}>
          <p>
            <StatusBadge tone={state.lost ? 'bad' : state.active ? 'good' : 'neutral'}>
              {t(state.active ? 'on' : 'off')}
            </StatusBadge>
          </p>
          {state.lost && <p role="alert">{t('lost')}</p>}
          {state.active && <p>{t('codes_left', { count: state.backup_codes_left })}</p>}
          {due && <p role="status">{t('due_on', { day: formatDate(due) })}</p>}
          <div className={css['actions']}>
            {state.active ? (
              <>
                <Button variant="default" onClick={() => setAction('renew')}>
                  {t('renew')}
                </Button>
                <Button variant="default" onClick={() => setAction('remove')}>
                  {t('remove')}
                </Button>
              </>
            ) : (
              <Button onClick={() => setAction('add')}>{t('add')}</Button>
            )}
          </div>
        </div>
      )}
      <ConfirmDialog
        opened={action !== undefined}
        danger={action === 'remove'}
        busy={current.isPending}
        ready={proof.isReady}
        title={t(`ask.${action ?? 'add'}.title`)}
        action={t(action ?? 'add')}
        onConfirm={run}
        onClose={close}
      >
        <p>{t(`ask.${action ?? 'add'}.text`)}</p>
        <OwnProof proof={proof} error={current.error} onEnter={() => current.isPending || run()} />
      </ConfirmDialog>
      <KitModal
        opened={enrolment !== undefined || codes !== undefined}
        onClose={() => {
          setEnrolment(undefined);
          setCodes(undefined);
        }}
        closeOnClickOutside={false}
        title={t(codes === undefined ? 'add' : 'codes_title')}
      >
        {codes !== undefined ? (
          <BackupCodes codes={codes} onDone={() => setCodes(undefined)} />
        ) : (
          enrolment !== undefined && (
            <AuthenticatorSetup
              enrolment={enrolment}
              onAdded={(made) => {
                setEnrolment(undefined);
                setCodes(made);
              }}
            />
          )
        )}
      </KitModal>
    </Section>
  );
};
