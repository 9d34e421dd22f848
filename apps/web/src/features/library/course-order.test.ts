import { expect, test } from 'vitest';
import { movedBy, placed, type Sections, themeDrop, themeStep } from './course-order.ts';

const sections = (...lists: string[][]): Sections =>
  lists.map((themes, order_id) => ({
    id: `s${order_id}`,
    title: '',
    order_id,
    themes: themes.map((id, n) => ({ id, title: id, order_id: n, steps: [] })),
  }));
const move = (theme_id: string, from: string, to: string, position: number) => ({
  theme_id,
  from_section_id: from,
  to_section_id: to,
  position,
});

test('items move by a step and next to another item', () => {
  expect(movedBy(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(movedBy(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c']);
  expect(movedBy(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  expect(placed(['a', 'b', 'c'], 'a', 'c', true)).toEqual(['b', 'c', 'a']);
  expect(placed(['a', 'b', 'c'], 'c', 'a', false)).toEqual(['c', 'a', 'b']);
});

test('a theme leaves its section at the edge, and skips sections that contain it', () => {
  const course = sections(['a', 'b'], ['b'], []);
  expect(themeStep(course, 0, 0, 1)).toEqual(move('a', 's0', 's0', 1));
  expect(themeStep(course, 0, 0, -1)).toBeNull();
  expect(themeStep(course, 0, 1, 1)).toEqual(move('b', 's0', 's2', 0));
  expect(themeStep(course, 1, 0, -1)).toBeNull();
  expect(themeStep(sections(['a', 'b'], ['c']), 1, 0, -1)).toEqual(move('c', 's1', 's0', 2));
});

test('a dropped theme gets its position among the other themes', () => {
  const course = sections(['a', 'b', 'c'], ['b']);
  expect(themeDrop(course, 'a', 's0', 's0', 'c', true)).toEqual(move('a', 's0', 's0', 2));
  expect(themeDrop(course, 'a', 's0', 's1', 'b', false)).toEqual(move('a', 's0', 's1', 0));
  expect(themeDrop(course, 'a', 's0', 's1', null, false)).toEqual(move('a', 's0', 's1', 1));
  expect(themeDrop(course, 'b', 's0', 's1', null, false)).toBeNull();
});
