import type * as TimeZones from '@sergak/contract/time-zones.rules.ts';
import { useEffect, useState } from 'react';
import { currentLanguage } from './i18n/i18n.ts';

export type ZoneNames = typeof TimeZones;
let loaded: ZoneNames | undefined;

/** The names of time zones; undefined until they are loaded, because few of the screens with a date show one. */
export const useZoneNames = (): ZoneNames | undefined => {
  const [names, setNames] = useState(loaded);
  useEffect(() => {
    if (names !== undefined) return;
    void import('@sergak/contract/time-zones.rules.ts').then(
      (all) => setNames((loaded = all)),
      () => undefined, // without a network the ids stay
    );
  }, [names]);
  return names;
};

/** A time zone in the language of the interface with its current offset: «Ташкент (UTC+5)». Its id until the names are loaded. */
export const useZoneName = (zone: string): string =>
  useZoneNames()?.zoneName(zone, currentLanguage(), Date.now()) ?? zone;
