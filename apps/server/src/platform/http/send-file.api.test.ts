import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { inOrganization, platform, sessionOf } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { routes } from '../../app/composition.ts';
import { storeFile } from '../../modules/files/public.ts';
import { scratchPath } from '../files.ts';
import { writeFile } from 'node:fs/promises';
import { rangeOf } from './send-file.ts';
import { addRoutes, createPortal } from './server.ts';

let app: FastifyInstance;
let get: (range?: string) => Promise<Awaited<ReturnType<typeof ask>>>;
const ask = (url: string, headers: Record<string, string>) => app.inject({ url, headers });
const bytes = randomBytes(3000);
beforeAll(async () => {
  const on = await platform();
  const org = await make.organization();
  const administrator = await make.operator(org);
  const path = scratchPath(on.files, '.mp3');
  await writeFile(path, bytes);
  const file = { path, name: 'Звук.mp3', type: 'audio/mpeg', size: bytes.length };
  const id = await inOrganization(org.id, 'write', (tx) =>
    storeFile(tx, on, { ...file, createdBy: administrator.id, visibility: 'organization' }),
  );
  app = await createPortal(on);
  addRoutes(app, on, routes, async () => sessionOf(administrator));
  get = (range) => ask(`/lk/files/${id}`, { authorization: 'Bearer test', ...(range !== undefined && { range }) });
});
afterAll(() => app.close());

test('a file is sent whole without a range, and says that ranges are possible', async () => {
  const answer = await get();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'content-length': '3000',
    'content-type': 'audio/mpeg',
  });
  expect(answer.rawPayload).toEqual(bytes);
});

test.each([
  ['bytes=0-', 0, 2999],
  ['bytes=100-199', 100, 199],
  ['bytes=2999-5000', 2999, 2999],
  ['bytes=-500', 2500, 2999],
])('%s is answered with that part', async (range, start, end) => {
  const answer = await get(range);
  expect(answer.statusCode).toBe(206);
  expect(answer.headers).toMatchObject({
    'content-range': `bytes ${start}-${end}/3000`,
    'content-length': String(end - start + 1),
  });
  expect(answer.rawPayload).toEqual(bytes.subarray(start, end + 1));
});

test('a part behind the end is 416 with the size; a malformed range is ignored', async () => {
  for (const range of ['bytes=3000-', 'bytes=-0']) {
    const answer = await get(range);
    expect(answer.statusCode).toBe(416);
    expect(answer.headers['content-range']).toBe('bytes */3000');
  }
  for (const range of ['bytes=5-1', 'bytes=-', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=1e3-'])
    expect((await get(range)).statusCode, range).toBe(200);
  expect(rangeOf('bytes=0-', 0)).toBe('unsatisfiable');
});
