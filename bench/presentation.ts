import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { importPresentation } from '../apps/server/src/modules/library/presentations/presentations.jobs.ts';
import { storeFile } from '../apps/server/src/modules/files/public.ts';
import { inTenant } from '../apps/server/src/platform/db.ts';
import { jobContext } from '../apps/server/src/platform/jobs.ts';
import { openTask } from '../apps/server/src/platform/tasks.ts';
import { machineFacts, round, writeResults } from './lib.ts';
import { openStaffDatabase } from './staff-database.ts';

// Imports a PDF of 300 pages with a picture on each, and one of 500 MB. Limit: the server grows by 120 MB at most.

/** Writes a PDF whose pages show one uncompressed picture each. */
const writePdf = async (path: string, pages: number, width: number, height: number) => {
  const out = createWriteStream(path);
  const places: number[] = [];
  let size = 0;
  const put = async (data: string | Buffer) => {
    size += Buffer.byteLength(data);
    if (!out.write(data)) await once(out, 'drain');
  };
  const object = async (number: number, head: string, stream?: Buffer) => {
    places[number] = size;
    await put(`${number} 0 obj\n${head}\n`);
    if (stream) {
      await put('stream\n');
      await put(stream);
      await put('\nendstream\n');
    }
    await put('endobj\n');
  };
  const kids = Array.from({ length: pages }, (_, n) => `${3 + n * 3} 0 R`).join(' ');
  await put('%PDF-1.7\n');
  await object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  await object(2, `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`);
  for (let n = 0; n < pages; n += 1) {
    const id = 3 + n * 3;
    const resources = `<< /XObject << /P ${id + 2} 0 R >> >>`;
    await object(
      id,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 960 540] /Resources ${resources} /Contents ${id + 1} 0 R >>`,
    );
    const draw = Buffer.from('960 0 0 540 0 0 cm /P Do');
    await object(id + 1, `<< /Length ${draw.length} >>`, draw);
    const pixels = Buffer.alloc(width * height * 3);
    for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at / width + n * 7) & 255;
    const kind = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB`;
    await object(id + 2, `<< ${kind} /BitsPerComponent 8 /Length ${pixels.length} >>`, pixels);
  }
  const start = size;
  const lines = places.slice(1).map((place) => `${String(place).padStart(10, '0')} 00000 n \n`);
  await put(`xref\n0 ${places.length}\n0000000000 65535 f \n${lines.join('')}`);
  await put(`trailer\n<< /Size ${places.length} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  out.end();
  await once(out, 'finish');
};

if (process.argv[2] === 'make') {
  const [path, ...sizes] = process.argv.slice(3);
  const [pages, width, height] = sizes.map(Number);
  await writePdf(path!, pages!, width!, height!);
  process.exit();
}

const facts = machineFacts();
const base = await openStaffDatabase(10);
const scope = { organizationId: base.organizationId, readable: [base.organizationId] };
const by = '00000000-0000-4000-8000-000000000001';

const MB = 1_048_576;
/** Largest memory so far of this process and of the processes that it started, in MB; from Linux. */
const watchMemory = () => {
  const peak = { server: 0, worker: 0 };
  const valueOf = (pid: number | string) =>
    (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024) / MB;
  const timer = setInterval(() => {
    peak.server = Math.max(peak.server, valueOf(process.pid));
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
      try {
        const isOurs = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('deck-process');
        if (isOurs) peak.worker = Math.max(peak.worker, valueOf(pid));
      } catch {
        // The process has ended.
      }
  }, 100);
  return { peak, stop: () => clearInterval(timer) };
};

const importPdf = async (pages: number, width: number, height: number) => {
  const path = join(base.folder, 'deck.pdf');
  // In a process of its own, whose memory does not count.
  execFileSync(process.execPath, [fileURLToPath(import.meta.url), 'make', path, ...[pages, width, height].map(String)]);
  const { size } = await stat(path);
  const order = await inTenant(base.platform.db, scope, 'write', async (tx) => {
    const module = await tx
      .insertInto('modules')
      .values({ title: 'Module' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const event_id = await openTask(tx, { kind: 'library.import-presentation', createdBy: by });
    const file = { path, name: 'deck.pdf', type: 'application/pdf', size, createdBy: by, visibility: 'owner' as const };
    return { event_id, module_id: module.id, file_id: await storeFile(tx, base.platform, file) };
  });
  const before = process.memoryUsage().rss / MB;
  const memory = watchMemory();
  const started = performance.now();
  await importPresentation(jobContext(base.platform, base.organizationId, new AbortController().signal), {
    ...order,
    organization_id: base.organizationId,
    kind: 'pdf',
    with_notes: false,
    employee_id: by,
    employee_name: '',
  });
  const seconds = (performance.now() - started) / 1_000;
  memory.stop();
  const { rows } = await base.platform.db.owner.query('select status, message from tasks where id = $1', [
    order.event_id,
  ]);
  if (rows[0]?.status !== 'success') throw new Error(`the import did not succeed: ${JSON.stringify(rows[0])}`);
  return {
    megabytes: Math.round(size / 1_000_000),
    pages,
    seconds: round(seconds, 1),
    seconds_a_page: round(seconds / pages, 3),
    server_growth_mb: Math.round(memory.peak.server - before),
    worker_mb: Math.round(memory.peak.worker),
  };
};

try {
  const long = await importPdf(300, 800, 450);
  const large = await importPdf(19, 4_000, 2_180);
  const bar = (name: string, value: number) => ({
    name: `${name}: growth of the server`,
    value,
    unit: 'MB',
    bar: '≤ 120',
    reached: value <= 120,
  });
  writeResults(
    'presentation',
    facts,
    [bar('300 pages', long.server_growth_mb), bar(`${large.megabytes} MB`, large.server_growth_mb)],
    { long, large },
  );
} finally {
  await base.close();
}
