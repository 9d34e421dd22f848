import { parseArgs } from 'node:util';
import { machineFacts, writeResults, type Bar } from './lib.ts';
import { answers } from './office-answers.ts';
import { clicks } from './office-clicks.ts';

// Load of an office behind one address. `node bench/office.ts [part …] [--people 2000] [--seconds 120]` runs these
// parts, or all of them.
export type Size = { readonly people: number; readonly seconds: number };
export type Part = (size: Size) => Promise<{ readonly bars: readonly Bar[]; readonly figures: object }>;

const parts: Readonly<Record<string, Part>> = { answers, clicks };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { people: { type: 'string', default: '2000' }, seconds: { type: 'string', default: '120' } },
});
const size = { people: Number(values.people), seconds: Number(values.seconds) };
const facts = machineFacts();
const bars: Bar[] = [];
const figures: Record<string, object> = {};
for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
  const part = parts[name];
  if (!part) throw new Error(`Unknown part ${name}. There are: ${Object.keys(parts).join(', ')}`);
  const result = await part(size);
  bars.push(...result.bars);
  figures[name] = result.figures;
}
writeResults('office', facts, bars, { size, ...figures });
process.exitCode = bars.every((bar) => bar.reached) ? 0 : 1;
