/** What the clocks of a time zone show; without a zone, those of the machine. Throws for a zone that is not known here. */
export const clocksOf = (timeZone: string | undefined): Intl.DateTimeFormat =>
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

/** What these clocks show at an instant, as if it were UTC. */
export const wallClock = (at: number, clocks: Intl.DateTimeFormat): number => {
  const parts: Record<string, number> = {};
  for (const { type, value } of clocks.formatToParts(at)) parts[type] = Number(value);
  return (
    Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute, parts.second) +
    (((at % 1000) + 1000) % 1000)
  );
};

/** The instant at which these clocks show a wall time; one that they skip in spring answers the moment after the gap. */
export const instantOfWall = (wall: number, clocks: Intl.DateTimeFormat): number => {
  const offset = (at: number) => wallClock(at, clocks) - at;
  const first = wall - offset(wall);
  const second = wall - offset(first);
  return wallClock(second, clocks) === wall ? second : Math.max(first, second);
};
