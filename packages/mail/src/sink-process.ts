import { openSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startSink, type SinkFault } from './sink.ts';

/**
 * The sink as a process of its own, so that a sender can be killed and its traces read afterwards.
 *   node sink-process.ts --port 0 --out accepted.tsv --faults '[{"at":"dot","do":"drop","accept":true,"every":100}]'
 * Appends «Message-ID, tab, recipient» to the file before each 250; prints {"port":…} when it listens.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    out: { type: 'string' },
    faults: { type: 'string', default: '[]' },
  },
});
const faults = (JSON.parse(values.faults) as (SinkFault & { every: number })[]).map((fault) => ({ fault, count: 0 }));
const file = values.out ? openSync(values.out, 'a') : null;

const sink = await startSink({
  port: Number(values.port),
  fault: (at) => {
    for (const planned of faults) {
      if (planned.fault.at === at && ++planned.count % planned.fault.every === 0) return planned.fault;
    }
    return undefined;
  },
  onAccepted: ({ messageId, to }) => {
    if (file !== null) writeSync(file, `${messageId}\t${to.join(',')}\n`);
    sink.accepted.length = 0; // the file has the record; a long run must not use more memory
  },
});
console.log(JSON.stringify({ port: sink.port }));
