import type { Language } from '@sergak/contract/session/session.schema.ts';
import { zoneName } from '@sergak/contract/time-zones.rules.ts';
import { useEffect, useState } from 'react';
import { currentLanguage } from './i18n/i18n.ts';
import { fetchTexts, hasTextIn, hasTexts, textIn } from './i18n/texts.ts';

const NAMES = 'time_zones';

/** The city of a zone in a language; undefined for one without a name, and until the names are loaded. */
export const cityOf = (zone: string, language: Language): string | undefined => {
  const key = `${NAMES}:${zone}`;
  return hasTextIn(language, key) ? textIn(language, key) : undefined;
};

/** A time zone in the language of the interface with its current offset: «Ташкент (UTC+5)». */
export const nameOfZone = (zone: string): string => zoneName(zone, cityOf(zone, currentLanguage()), Date.now());

/** Loads the names of cities, which few of the screens with a date show, and returns whether they are there. */
export const useCities = (languages: readonly Language[]): boolean => {
  const areLoaded = languages.every((one) => hasTexts(one, NAMES));
  const [, setTries] = useState(0);
  const wanted = languages.join(' ');
  useEffect(() => {
    if (areLoaded) return;
    // Without a network the ids stay.
    void Promise.all(wanted.split(' ').map((one) => fetchTexts(one, NAMES))).then(() => setTries((n) => n + 1));
  }, [areLoaded, wanted]);
  return areLoaded;
};

/** {@link nameOfZone}, drawn anew once the names of cities are loaded. */
export const useZoneName = (zone: string): string => {
  useCities([currentLanguage()]);
  return nameOfZone(zone);
};
