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

type LineProps = { sentence: string | undefined; /** Announced, but not visible. */ quiet?: boolean };
/** The line under a form with what went wrong. */
export const ErrorLine = ({ sentence, quiet = false }: LineProps): ReactNode => (
  <p role="alert" className={quiet ? 'sr-only' : 'form-error'} hidden={sentence === undefined}>
    {sentence}
  </p>
);

/** The line under something that is no form of the kit, such as a page of the sign-in. */
export const FormError = ({ error }: { error: unknown }): ReactNode => (
  <ErrorLine sentence={useServerSentence()(error)} />
);
