import type { ReactNode } from 'react';
import { PASSWORD_MAX, PASSWORD_MIN } from '@sergak/contract/session/session.rules.ts';
import { minLength, maxLength, required } from '../../shared/forms/rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { strengthOf } from './password-strength.ts';
import { PlainPassword, usePlainValue } from './plain-form.tsx';
import css from './session.module.css';

export const passwordChecks = [required, minLength(PASSWORD_MIN), maxLength(PASSWORD_MAX)];
/** A new password with a hint of its strength. `personal`: words that it must not contain. */
export const NewPasswordField = ({
  personal = [],
  autoFocus = false,
}: {
  personal?: readonly string[];
  autoFocus?: boolean;
}): ReactNode => {
  const t = useT('session');
  const value = usePlainValue('password');
  const { level, advice } = strengthOf(value, personal);
  return (
    <>
      <PlainPassword
        name="password"
        bounds={{ min: PASSWORD_MIN, max: PASSWORD_MAX }}
        label={t('new_password')}
        autoComplete="new-password"
        autoFocus={autoFocus}
      />
      <div className={css['strength']}>
        <div className={css['bars']} data-level={level} aria-hidden>
          <i />
          <i />
          <i />
          <i />
        </div>
        <p aria-live="polite">{t(`strength.${advice}`, { min: PASSWORD_MIN })}</p>
      </div>
    </>
  );
};
/** Words of an address and a name that a password should not contain. */
export const personalWords = (...texts: readonly string[]): readonly string[] =>
  texts.flatMap((one) => one.split(/[\s@.,-]+/));
