import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { applyImport, readImport } from '../apps/server/src/modules/employees/imports.jobs.ts';
import { insertImport, updateImport } from '../apps/server/src/modules/employees/imports.repo.ts';
import { storeFile } from '../apps/server/src/modules/files/public.ts';
import { inTenant } from '../apps/server/src/platform/db.ts';
import { jobContext } from '../apps/server/src/platform/jobs.ts';
import { openTask } from '../apps/server/src/platform/tasks.ts';
import { machineFacts, round, writeResults } from './lib.ts';
import { openStaffDatabase } from './staff-database.ts';

// Imports a CSV of 100,000 people with 340 departments: reading and checking, then applying in one transaction.
// Limits: 60 s and 400 MB for both together.

const PEOPLE = Number(process.argv[2] ?? 100_000);
const facts = machineFacts();
const base = await openStaffDatabase(PEOPLE * 2);

const writeFile = async (path: string) => {
  const out = createWriteStream(path);
  out.write('Фамилия;Имя;Отчество;Почта;Должность;Подразделение;Роль\n');
  for (let n = 0; n < PEOPLE; n++) {
    const place = `Дирекция ${n % 10} / Служба ${n % 70} / Отдел ${n % 340}`;
    const line =
      n % 500 === 7
        ? 'Короткая;строка\n'
        : `Каримова;Нигора;Бахтиёровна;person${n}@zavod.test;Специалист по продажам;${place};\n`;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
};

try {
  const path = join(base.folder, 'staff.csv');
  await writeFile(path);
  const scope = { organizationId: base.organizationId, readable: [base.organizationId] };
  const { platform } = base;
  const by = '00000000-0000-4000-8000-000000000001';
  const made = await inTenant(platform.db, scope, 'write', async (tx) => {
    const fileId = await storeFile(tx, platform, {
      path,
      name: 'staff.csv',
      type: 'text/csv',
      size: 1,
      createdBy: by,
      visibility: 'owner',
    });
    const eventId = await openTask(tx, { kind: 'employees.read-import', createdBy: by });
    return { import_id: await insertImport(tx, { by, eventId, fileName: 'staff.csv', fileId }), event_id: eventId };
  });
  const job = jobContext(platform, base.organizationId, new AbortController().signal);
  const started = performance.now();
  await readImport(job, { organization_id: base.organizationId, import_id: made.import_id });
  const read = performance.now();
  const event_id = await inTenant(platform.db, scope, 'write', async (tx) => {
    await updateImport(tx, made.import_id, { status: 'running' });
    return openTask(tx, { kind: 'employees.apply-import', createdBy: by });
  });
  await applyImport(job, {
    organization_id: base.organizationId,
    import_id: made.import_id,
    event_id,
    need_message: false,
    add_type: 'add_update',
  });
  const applied = performance.now();
  const { rows } = await platform.db.owner.query('select status, message, result from tasks where id = $1', [event_id]);
  if (rows[0]?.status !== 'success') throw new Error(`the import did not succeed: ${JSON.stringify(rows[0])}`);
  const seconds = (ms: number) => round(ms / 1_000, 1);
  const together = seconds(applied - started);
  const memory = Math.round(process.resourceUsage().maxRSS / 1_024);
  writeResults(
    'import',
    facts,
    [
      { name: `${PEOPLE} lines, read and applied`, value: together, unit: 's', bar: '≤ 60', reached: together <= 60 },
      { name: 'largest memory of the process', value: memory, unit: 'MB', bar: '≤ 400', reached: memory <= 400 },
    ],
    {
      lines: PEOPLE,
      departments: 340,
      read_seconds: seconds(read - started),
      applied_seconds: seconds(applied - read),
      answer: rows[0].result,
    },
  );
} finally {
  await base.close();
}
