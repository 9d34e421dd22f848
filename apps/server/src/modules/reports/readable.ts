import { nameVariablesIn } from '@sergak/contract/phishing/phishing.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { listTexts } from '../../platform/texts.ts';

/** A subject with placeholders instead of variables: «[Имя], ваш пароль истекает». */
export const readableSubject = (subject: string, language: Language): string =>
  nameVariablesIn(subject, (name) => listTexts(language, 'phishing').get(`variable.${name}`));
