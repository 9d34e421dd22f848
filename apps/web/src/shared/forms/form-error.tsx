import type { ReactNode } from 'react';
import { isApiError } from '../api-error.ts';
import { hasText, textOf, useT } from '../i18n/use-t.ts';

/** What the server said about a form, in a sentence for the line under it. */
export const useServerSentence = (): ((error: unknown) => string | undefined) => {
  const t = useT('commons');
  return (error) => {
    if (error === null || error === undefined) return undefined;
    if (!isApiError(error)) return t('error.unexpected');
    if (error.status === 0) return t('error.network');
    if (hasText(`global_errors:${error.code}`)) return textOf(`global_errors:${error.code}`);
    return error.message.length > 0 && error.message.length <= 256 ? error.message : t('error.unexpected');
  };
};

/** The line under a form with what went wrong. */
export const FormError = ({ error }: { error: unknown }): ReactNode => {
  const sentence = useServerSentence()(error);
  return (
    <p role="alert" className="form-error" hidden={sentence === undefined}>
      {sentence}
    </p>
  );
};
