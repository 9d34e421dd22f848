import { readFileSync, readdirSync } from 'node:fs';

const TICKS_A_SECOND = 100;

const fieldsOf = (pid: string): string[] | null => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
  } catch {
    return null; // the process has ended
  }
};

/**
 * Seconds of processor time that this process and the database of this backend have used. On a busy machine they say more than
 * the time of the clock. Linux only; elsewhere those of this process.
 */
export const processorSeconds = (backend: number): number => {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6;
  const postmaster = fieldsOf(String(backend))?.[1];
  if (postmaster === undefined) return own;
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = fieldsOf(pid);
    if (!fields || (fields[1] !== postmaster && pid !== postmaster)) continue;
    // utime and stime; of the postmaster also those of its ended children
    const counted = pid === postmaster ? [11, 12, 13, 14] : [11, 12];
    for (const at of counted) ticks += Number(fields[at]);
  }
  return own + ticks / TICKS_A_SECOND;
};
