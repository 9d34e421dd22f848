import { randomUUID } from 'node:crypto';
import { act } from '../apps/server/seeds/demo/act.ts';
import { inTenant } from '../apps/server/src/platform/db.ts';
import { machineFacts, median, round, writeResults } from './lib.ts';
import { addOfficer, openStaffDatabase } from './staff-database.ts';

// Time of publishing a course of 300 slides and 100 questions through the executor: locks, checks and the snapshot.
const MODULES = 10;
const SLIDES = 30;
const QUESTIONS = 10;
const facts = machineFacts();
const bench = await openStaffDatabase(1000);
const { platform, organizationId } = bench;
const officer = await addOfficer(bench, 'Автор', 'operator');

const paragraph = {
  type: 'paragraph',
  content: [{ type: 'text', text: 'Не спешите нажимать на ссылку. '.repeat(20) }],
};
const doc = JSON.stringify({ type: 'doc', content: Array.from({ length: 6 }, () => paragraph) });
const modules = Array.from({ length: MODULES }, (_, n) => ({ id: randomUUID(), title: `Модуль ${n}` }));
await inTenant(platform.db, { organizationId, readable: [organizationId] }, 'write', async (tx) => {
  await tx.insertInto('modules').values(modules).execute();
  for (const { id: module_id } of modules) {
    await tx
      .insertInto('slides')
      .values(
        Array.from({ length: SLIDES }, (_, order_id) => ({ module_id, order_id, title: `Слайд ${order_id}`, doc })),
      )
      .execute();
    await tx
      .insertInto('questions')
      .values(
        Array.from({ length: QUESTIONS }, (_, order_id) => ({
          module_id,
          order_id,
          type: 'single' as const,
          text: `Вопрос ${order_id}`,
          body: JSON.stringify({
            options: [true, false, false].map((correct) => ({ id: randomUUID(), text: 'Ответ', correct })),
          }),
        })),
      )
      .execute();
  }
});
const themes = [];
for (const { id: module_id, title } of modules)
  themes.push(
    await act(platform, officer, 'library.create-theme', {
      title,
      steps: [
        { kind: 'theory', module_id },
        { kind: 'quiz', module_id },
      ],
    }),
  );
const { id } = await act(platform, officer, 'library.create-course', { title: 'Большой курс' });
const { version } = await act(platform, officer, 'library.add-section', {
  id,
  title: 'Раздел',
  theme_ids: themes.map((theme) => theme.id),
  version: 1,
});
const seconds: number[] = [];
for (let n = 0; n < 10; n++) {
  const since = performance.now();
  await act(platform, officer, 'library.publish-course', { id, version });
  seconds.push((performance.now() - since) / 1000);
}
const slowest = Math.max(...seconds);
writeResults(
  'publish',
  facts,
  [
    {
      name: `publishing a course of ${MODULES * SLIDES} slides, the slowest of ${seconds.length}`,
      value: round(slowest, 3),
      unit: 's',
      bar: '< 1',
      reached: slowest < 1,
    },
  ],
  { median: round(median(seconds), 3), seconds: seconds.map((one) => round(one, 3)) },
);
await bench.close();
