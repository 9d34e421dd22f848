import { expect, test } from 'vitest';
import { inOrganization, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { createContents, readContents } from './course-content.query.ts';

const versionsOf = async (org: make.TestOrganization): Promise<{ id: string; length: number }[]> =>
  stored('select id, length(content::text) as length from course_versions where organization_id = $1', [org.id]);

test('a content is read once, and the least recently used one makes room', async () => {
  const org = await make.organization();
  for (let n = 0; n < 3; n += 1) await learning.course(org);
  const [a, b, c] = (await versionsOf(org)) as [{ id: string; length: number }, { id: string }, { id: string }];
  const kept = createContents(Math.floor(a.length * 2.5));
  const read = (...ids: string[]) => inOrganization(org.id, 'read', (tx) => readContents(tx, ids, kept));
  const first = (await read(a.id, b.id)).get(a.id);
  expect(first?.modules.length).toBeGreaterThan(0);
  expect((await read(a.id)).get(a.id)).toBe(first);
  await read(c.id);
  expect([kept.has(a.id), kept.has(b.id), kept.has(c.id)]).toEqual([true, false, true]);
});

test('a content larger than the limit is returned and not kept', async () => {
  const org = await make.organization();
  await learning.course(org);
  const [version] = await versionsOf(org);
  const kept = createContents(version!.length - 1);
  const found = await inOrganization(org.id, 'read', (tx) => readContents(tx, [version!.id], kept));
  expect(found.get(version!.id)?.sections.length).toBeGreaterThan(0);
  expect(kept.size).toBe(0);
});
