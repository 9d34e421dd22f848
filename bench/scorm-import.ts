import { fork } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inTenant } from '../apps/server/src/platform/db.ts';
import { openTask } from '../apps/server/src/platform/tasks.ts';
import { insertImport } from '../apps/server/src/modules/scorm/packages.repo.ts';
import { writeLargePackage } from '../apps/server/test/make/scorm.ts';
import { machineFacts, writeResults } from './lib.ts';
import type { Done, Order } from './scorm-import-child.ts';
import { openStaffDatabase } from './staff-database.ts';

// Imports a package of 500 MB in a process of its own. Limit: the import adds 120 MB to the memory of the process, whose
// loaded code alone takes more than that.

const BYTES = Number(process.argv[2] ?? 500_000_000);
const by = '00000000-0000-4000-8000-000000000001';
const facts = machineFacts();
const base = await openStaffDatabase(10);
try {
  const { platform, organizationId } = base;
  const path = join(base.folder, 'package.zip');
  await writeLargePackage(path, BYTES);
  const uploadKey = await platform.files.putFile(path);
  const scope = { organizationId, readable: [organizationId] };
  const { size } = await stat(path);
  const importId = await inTenant(platform.db, scope, 'write', async (tx) =>
    insertImport(tx, {
      eventId: await openTask(tx, { kind: 'scorm.import-package', createdBy: by }),
      courseId: null,
      moveOpen: false,
      title: '',
      fileName: 'package.zip',
      size,
      uploadKey,
      createdBy: by,
      actorName: 'bench',
      language: 'ru',
    }),
  );
  const child = fork(new URL('./scorm-import-child.ts', import.meta.url));
  const order: Order = { url: base.url, dataDir: platform.config.dataDir, organizationId, importId };
  child.send(order);
  const [done] = (await once(child, 'message')) as [Done];
  await once(child, 'exit');
  const { rows } = await platform.db.owner.query('select status, message, result from tasks');
  if (rows[0]?.status !== 'success') throw new Error(`the import did not succeed: ${JSON.stringify(rows[0])}`);
  const megabytes = Math.round(size / 1e6);
  const added = done.peak - done.before;
  writeResults(
    'scorm-import',
    facts,
    [
      {
        name: `memory added by a package of ${megabytes} MB`,
        value: added,
        unit: 'MB',
        bar: '≤ 120',
        reached: added <= 120,
      },
    ],
    { seconds: done.seconds, memory_before: done.before, memory_peak: done.peak, answer: rows[0].result },
  );
} finally {
  await base.close();
}
