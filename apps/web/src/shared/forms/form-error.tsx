import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { errorSentence } from '../error-sentence.ts';
import type { FirstText } from '../error-text.ts';
import { useT } from '../i18n/use-t.ts';
import type { FieldsByErrorCode } from './rejections.ts';

/** Returns a function that gives the sentence of a server error for the line under a form. */
export const useServerErrorText = (first?: FirstText): ((error: unknown) => string | undefined) => {
  const t = useT('commons');
  return (error) =>
    error === null || error === undefined ? undefined : (errorSentence(error, first) ?? t('error.unexpected'));
};

type LineProps = { sentence: string | undefined; /** Announced to screen readers, but not visible. */ quiet?: boolean };
/** The error line under a form. */
const ErrorLine = ({ sentence, quiet = false }: LineProps): ReactNode => (
  <p role="alert" className={quiet ? 'sr-only' : 'form-error'} hidden={sentence === undefined}>
    {sentence}
  </p>
);

/** Marks the fields that an error rejects. Returns whether the error concerns nothing else. */
export type MarkFields = (error: unknown, sentence: string, fields: FieldsByErrorCode) => boolean;
/** Provided by `Form`; sign-in pages have plain forms, which show errors in the line only. */
export const FieldMarks = createContext<MarkFields>(() => false);

const NO_FIELDS: FieldsByErrorCode = {};
type Props = {
  error: unknown;
  /** The field that an error code concerns, such as `{ 'tag.title_taken': 'title' }`. */
  fields?: FieldsByErrorCode | undefined;
  first?: FirstText;
};
/**
 * The server's error for a form. A rejected value is marked at its field, which gets the focus; the field stays invalid
 * until it is changed. Any other error is shown in a line under the form.
 */
export const FormError = ({ error, fields = NO_FIELDS, first }: Props): ReactNode => {
  const sentence = useServerErrorText(first)(error);
  const markFields = useContext(FieldMarks);
  const [marked, setMarked] = useState<unknown>(null);
  useEffect(() => {
    if (sentence !== undefined && markFields(error, sentence, fields)) setMarked(error);
    // Each error is assigned to its field once, even if the person types afterwards.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [error]);
  // A sentence that is shown at a field is still announced here, but not shown twice.
  return <ErrorLine sentence={sentence} quiet={error !== null && marked === error} />;
};
