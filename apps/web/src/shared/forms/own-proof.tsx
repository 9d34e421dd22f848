import { Loader, PasswordInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { proofErrors } from '@sergak/contract/session/proof.rules.ts';
import { PASSWORD_MAX } from '@sergak/contract/session/session.rules.ts';
import { failedWith } from '../api-error.ts';
import { useT } from '../i18n/use-t.ts';
import { useRead } from '../query.ts';
import { signOut } from '../session.ts';
import { FormError } from './form-error.tsx';
import { passwordToggle } from './password-toggle.ts';

/**
 * What proves the caller's identity before a powerful change: nothing after a sign-in through the organisation a few minutes
 * ago, the own password, or another sign-in. Asks the server while the dialog of the change is open.
 */
export const useProof = (opened: boolean) => {
  const [password, setPassword] = useState('');
  const { data, isLoading } = useRead('session.proof', {}, { quiet: true, enabled: opened, staleTime: 0 });
  const needs = data?.needs ?? 'password';
  return {
    needs,
    isLoading,
    password,
    setPassword,
    /** Whether the change can be sent. */
    isReady: needs === 'nothing' || (needs === 'password' && password !== ''),
    /** The proof as a part of the input of the change. */
    body: password === '' ? {} : { password },
    reset: (): void => setPassword(''),
  };
};

/** Whether a change failed because the identity of the caller was not proved. */
export const isProofError = (error: unknown): boolean => failedWith(error, ...proofErrors);

type Props = {
  proof: ReturnType<typeof useProof>;
  error: unknown;
  /** The action of the dialog. Enter in the field confirms it, as in every form with a password. */
  onEnter: () => void;
};

/** The field for the own password, if it is needed, and the error of the change. Belongs into the dialog that confirms it. */
export const OwnProof = ({ proof, error, onEnter }: Props): ReactNode => {
  const t = useT('commons');
  if (proof.isLoading) return <Loader size="sm" />;
  if (proof.needs === 'sign_in' || failedWith(error, 'session.sign_in_again'))
    return (
      <>
        <p role="alert">{t('proof.sign_in')}</p>
        <p>
          <button type="button" className="link" onClick={() => void signOut()}>
            {t('proof.leave')}
          </button>
        </p>
      </>
    );
  return (
    <>
      {proof.needs === 'nothing' ? (
        <p>{t('proof.nothing')}</p>
      ) : (
        <PasswordInput
          label={t('proof.password')}
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          value={proof.password}
          mb={8}
          data-autofocus
          autoFocus
          onChange={(e) => proof.setPassword(e.currentTarget.value)}
          onKeyDown={(e) => {
            if (e.key !== 'Enter') return;
            e.preventDefault();
            if (proof.isReady) onEnter();
          }}
          visibilityToggleButtonProps={passwordToggle(t('password_toggle'), t('proof.password'))}
        />
      )}
      {failedWith(error, 'session.wrong_credentials') ? (
        <p role="alert" className="form-error">
          {t('proof.wrong')}
        </p>
      ) : (
        <FormError error={error} />
      )}
    </>
  );
};
