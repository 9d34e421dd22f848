import { detailValues, isApiError } from './api-error.ts';
import { errorText, type FirstText } from './error-text.ts';
import { hasText, text, textOf } from './i18n/use-t.ts';

/** The sentence about a failed call in the person's language, for toasts and forms alike; null if nothing may be shown. */
export const errorSentence = (error: unknown, first?: FirstText): string | null =>
  errorText(
    error,
    {
      ofCode: (code) =>
        hasText(`global_errors:${code}`)
          ? textOf(`global_errors:${code}`, isApiError(error) ? detailValues(error) : {})
          : undefined,
      network: text('commons:error.network'),
      unexpected: text('commons:error.unexpected'),
      tooLong: text('commons:error.generic'),
      noLicences: text('commons:error.no_licences'),
    },
    first,
  );
