import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, inOrganization } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { insertFile } from './files.repo.ts';
import { storageQuota } from './files.service.ts';

const upload = async () => {
  const path = join(tmpdir(), `quota-${randomUUID()}`);
  await writeFile(path, 'email\na@corp.test\n');
  return { file: { path, name: 'a.csv', type: 'text/csv', size: 18 } };
};

test.each(['person', 'organization'] as const)(
  'an upload is rejected if the %s exceeds the storage quota',
  async (owner) => {
    const org = await make.organization();
    const administrator = await make.operator(org);
    const createdBy = owner === 'person' ? administrator.id : null;
    const stored = { name: 'x', type: 'text/csv', storageKey: randomUUID(), createdBy };
    const read = async () => call('imports.read', administrator, {}, await upload());
    await inOrganization(org.id, 'write', (tx) => insertFile(tx, { ...stored, size: storageQuota[owner] - 20 }));
    await read();
    await expect(read()).rejects.toMatchObject({ code: 'file.quota', details: { owner, limit: storageQuota[owner] } });
  },
);
