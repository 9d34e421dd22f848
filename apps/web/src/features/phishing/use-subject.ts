import { useCallback } from 'react';
import { nameVariablesIn } from '@sergak/contract/phishing/phishing.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';

/** Shows the subject of an email that has no single reader: «[Имя], ваш пароль истекает». */
export const useSubject = (): ((subject: string) => string) => {
  const t = useT('phishing');
  return useCallback((subject) => nameVariablesIn(subject, (name) => t(`variable.${name}`)), [t]);
};
