import { zoneName as nameOfZone } from '@sergak/contract/time-zones.rules.ts';
import { currentLanguage } from './i18n/i18n.ts';

/** A time zone in the language of the interface with its current offset: «Ташкент (UTC+5)». */
export const zoneName = (zone: string): string => nameOfZone(zone, currentLanguage(), Date.now());
