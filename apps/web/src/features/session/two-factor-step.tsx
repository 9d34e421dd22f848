import { IconMailCode } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { CODE_LENGTH, RESEND_SECONDS } from '@sergak/contract/session/session.rules.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { signOut } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { CodeInput } from '../../shared/ui/code-input.tsx';
import { LoadingState } from '../../shared/ui/states.tsx';
import { paused } from '../../shared/ui/paused.ts';
import { AppCodeStep } from './app-code-step.tsx';
import { AuthBox } from './parts.tsx';
import css from './session.module.css';

/** Seconds until another code can be requested. */
const useWait = (start: number): [number, (seconds: number) => void] => {
  const [left, setLeft] = useState(start);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
};

/** The code of an email: six boxes, submitted when full; a new code on request. */
const EmailCodeStep = (): ReactNode => {
  const t = useT('session');
  const [failures, setFailures] = useState(0);
  const [wait, setWait] = useWait(RESEND_SECONDS);
  const verify = useWrite('session.verify-code', { quiet: true });
  const resend = useWrite('session.resend-code');
  const again = (): void =>
    resend.mutate(
      {},
      {
        onSuccess: ({ wait_seconds }) => {
          setWait(wait_seconds);
          verify.reset();
          showToast({ kind: 'success', text: t('code.sent') });
        },
      },
    );
  return (
    <AuthBox icon={IconMailCode} title={t('code.title')} lead={t('code.lead')}>
      <CodeInput
        length={CODE_LENGTH}
        label={t('code.title')}
        failures={failures}
        disabled={verify.isPending}
        onFull={(code) => verify.mutate({ code }, { onError: () => setFailures((n) => n + 1) })}
      />
      <FormError error={verify.error} />
      <div className={css['links']}>
        <button type="button" className="link" {...paused(wait > 0 || resend.isPending, again)}>
          {wait > 0 ? t('code.wait', { count: wait }) : t('code.resend')}
        </button>
        <button type="button" className="link" onClick={() => void signOut()}>
          {t('other_account')}
        </button>
      </div>
    </AuthBox>
  );
};

/** Two-factor authentication: a code of the authenticator app if the person has one, else the code of an email. */
export default function TwoFactorStep(): ReactNode {
  const [mailed, setMailed] = useState(false);
  const state = useRead('authenticator.state', {}, { quiet: true, staleTime: 0 });
  const send = useWrite('session.resend-code');
  if (state.data === undefined && !state.isError) return <LoadingState />;
  if (mailed || !state.data?.active) return <EmailCodeStep />;
  return (
    <AppCodeStep
      byEmail={state.data.by_email}
      busy={send.isPending}
      onEmail={() => send.mutate({}, { onSuccess: () => setMailed(true) })}
    />
  );
}
