import { expect, test } from 'vitest';
import { fromWire, namesOnWire, toWire } from './wire-names.ts';

test('keys are translated at any depth, texts are not', () => {
  const ours = { task_id: 'a', rows: [{ task_id: null, text: 'say "task_id": x', other_task_id: 1 }] };
  const wire = { event_id: 'a', rows: [{ event_id: null, text: 'say "task_id": x', other_task_id: 1 }] };
  expect(JSON.parse(toWire(JSON.stringify(ours)))).toEqual(wire);
  expect(JSON.parse(fromWire(JSON.stringify(wire, null, 2)))).toEqual(ours);
});

test('a description of the wire also lists its names', () => {
  expect(namesOnWire({ required: ['task_id', 'title'] })).toEqual({ required: ['event_id', 'title'] });
});
