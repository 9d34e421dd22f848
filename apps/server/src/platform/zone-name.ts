import type { Language } from '@sergak/contract/session/session.schema.ts';
import { zoneName } from '@sergak/contract/time-zones.rules.ts';
import { now } from './clock.ts';
import { listTexts } from './texts.ts';

/** A time zone in a language with its current offset: «Ташкент (UTC+5)». */
export const zoneNameIn = (language: Language, zone: string): string =>
  zoneName(zone, listTexts(language, 'time_zones').get(zone), now().getTime());
