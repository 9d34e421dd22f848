import { useEffect } from 'react';
import { changeLanguage, currentLanguage } from '../shared/i18n/i18n.ts';
import { useAuth } from '../shared/session.ts';

/**
 * Switches to the language of the profile once the person is known, even if this device remembers another language. A
 * language in the address (`?lang=`) has priority: the person chose it for this visit.
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
