import { inspect } from 'node:util';
import type { DestinationStream } from 'pino';

const LEVELS: Readonly<Record<number, readonly [name: string, color: number]>> = {
  20: ['DEBUG', 90],
  30: ['INFO', 36],
  40: ['WARN', 33],
  50: ['ERROR', 31],
  60: ['FATAL', 31],
};
const HIDDEN = new Set(['level', 'time', 'msg', 'err']);

type Line = Readonly<Record<string, unknown>> & {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly err?: { readonly type?: string; readonly message?: string; readonly stack?: string };
};
type Style = { readonly colors: boolean; readonly timeZone?: string };

const paint = (text: string, color: number, { colors }: Style): string =>
  colors ? `\u001b[${color}m${text}\u001b[0m` : text;

/** A control character in a logged value, such as a name that somebody typed, must not reach the terminal. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;
const visible = (text: string): string =>
  text.replace(CONTROL, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

const valueText = (value: unknown): string => {
  if (typeof value === 'string') return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
  return typeof value === 'object' && value !== null
    ? inspect(value, { breakLength: Infinity, compact: true, depth: 3 })
    : String(value);
};

/** One JSON line of the log as a person reads it: time, level, sentence, fields; the stack of an error below. */
export const formatLine = (json: string, style: Style): string => {
  let line: Line;
  try {
    line = JSON.parse(json) as Line;
  } catch {
    return json;
  }
  const [name, color] = LEVELS[line.level] ?? [String(line.level), 0];
  const time = new Date(line.time).toLocaleTimeString('sv-SE', { timeZone: style.timeZone });
  const fields = Object.entries(line)
    .filter(([key, value]) => !HIDDEN.has(key) && value !== undefined)
    .map(([key, value]) => paint(`${key}=`, 90, style) + visible(valueText(value)));
  const first = [
    paint(time, 90, style),
    paint(name.padEnd(5), color, style),
    visible(line.msg ?? line.err?.message ?? ''),
    ...fields,
  ].join(' ');
  const stack = line.err?.stack ?? line.err?.message;
  const below = stack?.split('\n').map((one) => `  ${visible(one)}\n`) ?? [];
  return `${first}\n${below.join('')}`;
};

/** Writes the log for people. Synchronous, so that the last lines before an exit are not lost. */
export const readableStream = (output: { write(text: string): unknown }, style: Style): DestinationStream => ({
  write: (json) => void output.write(formatLine(json, style)),
});
