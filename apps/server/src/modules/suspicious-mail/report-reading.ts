import { createHash } from 'node:crypto';
import { BoundedWorkerError, openBoundedWorker, threadHelper } from '../../platform/bounded-worker.ts';
import type { ReportMessage } from './report-message.ts';

/** A message of 10 MB takes about two seconds. */
const CPU_MS = 10_000;
/** Each line costs time, even an empty one; 10 MB in base64 have 140,000 lines. */
const LINES_MAX = 300_000;
const WALL_MS = 60_000;
const MEMORY_MB = 256;

const worker = openBoundedWorker<Uint8Array, ReportMessage>({
  start: threadHelper(new URL('./report.worker.ts', import.meta.url), MEMORY_MB),
  cpuMs: CPU_MS,
  wallMs: WALL_MS,
  // Each organisation reads its mailbox in one job at a time.
  most: 1_000,
  mostOfOne: 2,
});

/** A message of the report mailbox; `isReadable` is false if reading it took too much time or memory. */
export type ReadMessage = { readonly report: ReportMessage; readonly isReadable: boolean };

/**
 * Reads a message in a separate thread with limits. Of a message that exceeds them only the headers are read, so that it
 * is listed and not read again. Throws if the machine is too busy: then the message is not to blame.
 */
export const readMessage = async (raw: Buffer, organizationId: string): Promise<ReadMessage> => {
  const whole = hasTooManyLines(raw) ? null : await tryReading(raw, organizationId);
  if (whole) return { report: whole, isReadable: true };
  const headers = await tryReading(headersOf(raw), organizationId);
  return { report: headers ?? emptyReport(raw), isReadable: false };
};

/** Whether a message has more lines than are read: each line costs time. */
export const hasTooManyLines = (raw: Uint8Array): boolean => {
  let count = 0;
  for (let at = raw.indexOf(10); at >= 0; at = raw.indexOf(10, at + 1)) if (++count > LINES_MAX) return true;
  return false;
};

const tryReading = async (raw: Buffer, organizationId: string): Promise<ReportMessage | null> => {
  try {
    const report = await worker.run(raw, organizationId);
    return { ...report, digest: Buffer.from(report.digest) };
  } catch (error) {
    if (error instanceof BoundedWorkerError && (error.code === 'timeout' || error.code === 'crashed')) return null;
    throw error;
  }
};

const HEADERS_BYTES = 65_536;
const headersOf = (raw: Buffer): Buffer => {
  const head = raw.subarray(0, HEADERS_BYTES);
  const end = head.indexOf('\r\n\r\n');
  return end < 0 ? head : head.subarray(0, end + 4);
};

const emptyReport = (raw: Buffer): ReportMessage => ({
  digest: createHash('sha256').update(raw).digest(),
  senders: [],
  addressees: [],
  automatic: false,
  keys: [],
  messageIds: [],
  proofs: [],
  redirected: false,
  layers: [],
  forwarded: null,
  original: {
    sender: '',
    subject: '',
    message_id: '',
    sent_at: null,
    headers: '',
    links: [],
    attachments: [],
    sender_address: '',
    subject_key: '',
    hosts: [],
  },
});
