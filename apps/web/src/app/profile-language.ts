import { useEffect } from 'react';
import { changeLanguage, currentLanguage } from '../shared/i18n/i18n.ts';
import { useAuth } from '../shared/session.ts';

/**
 * Speaks the language of the profile once the person is known, whatever this device has kept. A language in the address
 * goes first: it is a wish for this visit.
 */
export const useProfileLanguage = (): void => {
  const auth = useAuth();
  const me = auth.status === 'authorised' ? auth.me : null;
  const [id, language] = [me?.id, me?.language];
  useEffect(() => {
    const wished = new URLSearchParams(location.search).has('lang');
    if (language && language !== currentLanguage() && !wished) void changeLanguage(language);
  }, [id, language]);
};
