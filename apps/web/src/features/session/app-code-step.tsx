import { Button, TextInput } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CODE_LENGTH } from '@sergak/contract/session/session.rules.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { signOut } from '../../shared/session.ts';
import { CodeInput } from '../../shared/ui/code-input.tsx';
import { paused } from '../../shared/ui/paused.ts';
import { AuthBox } from './parts.tsx';
import css from './session.module.css';

const BackupCodeForm = (): ReactNode => {
  const t = useT('session__authenticator');
  const ts = useT('session');
  const [code, setCode] = useState('');
  const verify = useWrite('authenticator.verify-backup', { quiet: true });
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault();
        if (code.trim() !== '') verify.mutate({ code });
      }}
    >
      <TextInput
        label={t('backup_code')}
        value={code}
        autoComplete="off"
        maxLength={40}
        mb="md"
        onChange={(e) => setCode(e.currentTarget.value)}
      />
      <FormError error={verify.error} />
      <Button type="submit" fullWidth loading={verify.isPending}>
        {ts('login.submit')}
      </Button>
    </form>
  );
};

type Props = { byEmail: boolean; busy: boolean; onEmail: () => void };
/** The second step of a person with an authenticator app; a code is mailed only if the person asks for it. */
export const AppCodeStep = ({ byEmail, busy, onEmail }: Props): ReactNode => {
  const t = useT('session__authenticator');
  const ts = useT('session');
  const [backup, setBackup] = useState(false);
  const [failures, setFailures] = useState(0);
  const verify = useWrite('authenticator.verify', { quiet: true });
  return (
    <AuthBox
      icon={IconShieldLock}
      title={t(backup ? 'backup_title' : 'step_title')}
      lead={t(backup ? 'backup_lead' : 'step_lead')}
    >
      {backup ? (
        <BackupCodeForm />
      ) : (
        <>
          <CodeInput
            length={CODE_LENGTH}
            label={t('code')}
            failures={failures}
            disabled={verify.isPending}
            onFull={(code) => verify.mutate({ code }, { onError: () => setFailures((n) => n + 1) })}
          />
          <FormError error={verify.error} />
          {failures > 0 && <p className="quiet">{t('clock_hint')}</p>}
        </>
      )}
      <div className={css['links']}>
        <button type="button" className="link" onClick={() => setBackup(!backup)}>
          {t(backup ? 'use_app' : 'use_backup')}
        </button>
        {byEmail && (
          <button type="button" className="link" {...paused(busy, onEmail)}>
            {t('use_email')}
          </button>
        )}
        <button type="button" className="link" onClick={() => void signOut()}>
          {ts('other_account')}
        </button>
      </div>
    </AuthBox>
  );
};
