import { addressOf, type Endpoint } from '@sergak/contract/endpoint.ts';
import { endpoints } from '@sergak/contract/endpoints.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storePicture } from '../src/modules/files/public.ts';
import { inOrganization } from './app.ts';
import * as make from './make/index.ts';
import { openPortal, type Portal } from './portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const cacheOf = ({ headers }: { headers: Headers }) => headers.get('cache-control');

test('no answer of a call with data may be stored by a browser', async () => {
  const token = await portal.signIn(await make.employee(await make.organization(), { role: 'super_user' }));
  const reads = (Object.values(endpoints) as Endpoint[]).filter(
    (e) => e.method === 'GET' && e.response !== 'file' && !e.path.includes(':'),
  );
  const answers = [];
  for (const e of reads) answers.push([addressOf(e.path), await portal.ask('GET', addressOf(e.path), token)] as const);
  expect(answers.filter(([, answer]) => answer.status === 200).length).toBeGreaterThan(50);
  expect(answers.filter(([, answer]) => cacheOf(answer) !== 'no-store').map(([path]) => path)).toEqual([]);
});

test('files of a person or of administrators are not stored; pictures of the organisation only by the browser itself', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const token = await portal.signIn(administrator);
  const file = { bytes: Buffer.from('x'), name: 'x.png', type: 'image/png', createdBy: administrator.id };
  const cached = async (visibility: 'owner' | 'admin' | 'organization') => {
    const id = await inOrganization(org.id, 'write', (tx) =>
      storePicture(tx, portal.platform, { ...file, visibility }),
    );
    const answer = await fetch(`${portal.url}/lk/files/${id}`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    return [answer.status, cacheOf(answer)];
  };
  expect(await cached('owner')).toEqual([200, 'no-store']);
  expect(await cached('admin')).toEqual([200, 'no-store']);
  expect(await cached('organization')).toEqual([200, 'private, max-age=86400']);
});
