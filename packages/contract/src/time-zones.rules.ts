/** The offset of a zone at a moment, like «UTC+5»; null for a zone that this machine does not know. */
const offsetOf = (zone: string, at: number): string | null => {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at);
    const offset = parts.find(({ type }) => type === 'timeZoneName')!.value;
    return offset.replace('GMT', 'UTC').replace('-', '−').replace(/\+0$/, '');
  } catch {
    return null;
  }
};

/**
 * A time zone as people call it, with its offset at a moment: «Ташкент (UTC+5)». `city` is its name in their language from
 * `locales/*\/time_zones.json`: `Intl` has names of countries and of common times but hardly any of cities. Without one, the
 * last part of the id is shown.
 */
export const zoneName = (zone: string, city: string | undefined, at: number): string => {
  const offset = offsetOf(zone, at);
  // Zones of a fixed offset have no city: their ids («Etc/GMT-5») turn the sign around.
  if (offset !== null && !/^(?!Etc\/)[^/]+\//.test(zone)) return offset;
  const name = city ?? zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return offset === null ? name : `${name} (${offset})`;
};
