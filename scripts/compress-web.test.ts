import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressFiles } from './compress-web.mjs';

test('scripts, style sheets and drawings get a compressed copy each, below every folder; the others and small ones none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sergak-compress-'));
  await mkdir(join(folder, 'assets'));
  const script = 'export const text = "Сотрудники";\n'.repeat(100);
  await writeFile(join(folder, 'assets', 'a.js'), script);
  await writeFile(join(folder, 'assets', 'small.js'), 'export {};\n');
  await writeFile(join(folder, 'photo.webp'), Buffer.alloc(5_000));
  await compressFiles(folder);
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(
    ['assets', 'assets/a.js', 'assets/a.js.br', 'assets/a.js.gz', 'assets/small.js', 'photo.webp'].map((path) =>
      join(...path.split('/')),
    ),
  );
  const copy = (ending: string) => readFile(join(folder, 'assets', `a.js.${ending}`));
  expect(brotliDecompressSync(await copy('br')).toString()).toBe(script);
  expect(gunzipSync(await copy('gz')).toString()).toBe(script);
});
