const byZone = new Map<string | undefined, Intl.DateTimeFormat>();

/**
 * Formatter of the wall time in a time zone; without a zone, that of the machine. Throws for an unknown zone. Made once for each
 * zone, because making one takes much longer than formatting.
 */
export const clocksOf = (timeZone: string | undefined): Intl.DateTimeFormat => {
  const clocks =
    byZone.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  byZone.set(timeZone, clocks);
  return clocks;
};

/** The wall time at an instant, as if it were UTC. */
export const wallClock = (at: number, clocks: Intl.DateTimeFormat): number => {
  const parts: Record<string, number> = {};
  for (const { type, value } of clocks.formatToParts(at)) parts[type] = Number(value);
  return (
    Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute, parts.second) +
    (((at % 1000) + 1000) % 1000)
  );
};

/** The instant of a wall time; a time that the clocks skip in spring returns the instant after the gap. */
export const instantOfWall = (wall: number, clocks: Intl.DateTimeFormat): number => {
  const offset = (at: number) => wallClock(at, clocks) - at;
  const first = wall - offset(wall);
  const second = wall - offset(first);
  return wallClock(second, clocks) === wall ? second : Math.max(first, second);
};
