import { useCallback } from 'react';
import { nameVariablesIn } from '@sergak/contract/phishing/phishing.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';

/** Renders the subject of an email without a specific reader: «[Имя], ваш пароль истекает». */
export const useSubject = (): ((subject: string) => string) => {
  const t = useT('phishing');
  return useCallback((subject) => nameVariablesIn(subject, (name) => t(`variable.${name}`)), [t]);
};
