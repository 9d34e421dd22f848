import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as next } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { writeArchive } from './delivery.service.ts';

test('an archive that is given up fails with its own reason, whatever is being written at that moment', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  const data = randomBytes(4_000_000);
  for (let turns = 0; turns < 30; turns += 1)
    await expect(
      writeArchive(join(folder, String(turns)), async (zip) => {
        zip.addBuffer(data, 'a', { compress: false });
        for (let i = 0; i < turns; i += 1) await next();
        throw new Error('too large');
      }),
    ).rejects.toThrow('too large');
});

test('an entry that cannot be read fails the archive', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  await expect(
    writeArchive(join(folder, 'x'), async (zip) => {
      zip.addReadStreamLazy('a', {}, (give) => give(new Error('gone'), undefined as never));
    }),
  ).rejects.toThrow('gone');
});
