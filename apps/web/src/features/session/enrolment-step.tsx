import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { refetchSession, signOut } from '../../shared/session.ts';
import { AuthenticatorSetup } from './authenticator-setup.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { AuthBox } from './parts.tsx';
import css from './session.module.css';

/** The step of sign-in in which an overdue authenticator app is added. */
export default function EnrolmentStep(): ReactNode {
  const t = useT('session__authenticator');
  const ts = useT('session');
  const [codes, setCodes] = useState<readonly string[]>();
  const enrol = useWrite('authenticator.enrol', { quiet: true });
  if (codes !== undefined)
    return (
      <AuthBox icon={IconShieldLock} title={t('codes_title')}>
        <BackupCodes codes={codes} onDone={() => void refetchSession()} />
      </AuthBox>
    );
  return (
    <AuthBox icon={IconShieldLock} title={t('due_title')} lead={t('due_lead')}>
      {enrol.data === undefined ? (
        <Button fullWidth loading={enrol.isPending} onClick={() => enrol.mutate({})}>
          {t('add')}
        </Button>
      ) : (
        <AuthenticatorSetup enrolment={enrol.data} onAdded={setCodes} />
      )}
      <FormError error={enrol.error} />
      <div className={css['links']}>
        <button type="button" className="link" onClick={() => void signOut()}>
          {ts('other_account')}
        </button>
      </div>
    </AuthBox>
  );
}
