import type { ReactNode } from 'react';
import { detailValues, isApiError } from '../api-error.ts';
import { hasText, textOf, useT } from '../i18n/use-t.ts';

/** Returns a function that gives the sentence of a server error for the line under a form. */
export const useServerErrorText = (): ((error: unknown) => string | undefined) => {
  const t = useT('commons');
  return (error) => {
    if (error === null || error === undefined) return undefined;
    if (!isApiError(error)) return t('error.unexpected');
    if (error.status === 0) return t('error.network');
    if (hasText(`global_errors:${error.code}`)) return textOf(`global_errors:${error.code}`, detailValues(error));
    return error.message.length > 0 && error.message.length <= 256 ? error.message : t('error.unexpected');
  };
};

type LineProps = { sentence: string | undefined; /** Announced to screen readers, but not visible. */ quiet?: boolean };
/** The error line under a form. */
export const ErrorLine = ({ sentence, quiet = false }: LineProps): ReactNode => (
  <p role="alert" className={quiet ? 'sr-only' : 'form-error'} hidden={sentence === undefined}>
    {sentence}
  </p>
);

/** The error line of a form that does not use `useForm`, such as a sign-in page. */
export const FormError = ({ error }: { error: unknown }): ReactNode => (
  <ErrorLine sentence={useServerErrorText()(error)} />
);
