import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Keys } from '@sergak/contract/text-keys.gen.ts';
import { listTexts, type Namespace, textsOf } from './texts.ts';

/** An email in the catalogue: the keys `subject`, `title` if it differs, `text` with its paragraphs, and `button`. */
type EmailIn<N extends Namespace> = Keys[N] extends infer K
  ? K extends `${infer Email}.subject`
    ? Email
    : never
  : never;
export type EmailTexts = {
  readonly subject: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly button: string | undefined;
};

/** The texts of an email; a blank line separates paragraphs. */
export const emailTexts = <N extends Namespace>(
  language: Language,
  namespace: N,
  email: EmailIn<N>,
  values: Readonly<Record<string, string | number>> = {},
): EmailTexts => {
  const texts = textsOf(language, namespace);
  const keys = listTexts(language, namespace);
  const path: string = email;
  const t = (part: string) => texts(`${path}.${part}` as Keys[N], values);
  const has = (part: string) => keys.has(`${path}.${part}`);
  const subject = t('subject');
  return {
    subject,
    title: has('title') ? t('title') : subject,
    paragraphs: t('text').split('\n\n'),
    button: has('button') ? t('button') : undefined,
  };
};

/** The greeting of an email; a person without a name is greeted without it. */
export const greeting = (language: Language, name: string): string =>
  name === '' ? textsOf(language, 'server')('email.hello_all') : textsOf(language, 'server')('email.hello', { name });
