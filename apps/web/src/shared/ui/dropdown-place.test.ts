import { expect, test } from 'vitest';
import { placeOfPanel } from './dropdown-place.ts';

const view = { width: 1440, height: 900 };
const panel = { width: 240, height: 200 };
const button = (left: number, top: number) => ({ left, right: left + 36, top, bottom: top + 36 });

test.each([
  ['below its button, with the right edges aligned', button(1000, 100), { left: 796, top: 142 }],
  ['above a button at the lower edge', button(1000, 860), { left: 796, top: 654 }],
  ['inside the window at its left edge', button(10, 100), { left: 8, top: 142 }],
  ['inside the window at its right edge', button(1420, 100), { left: 1192, top: 142 }],
])('a panel is %s', (_, at, place) => expect(placeOfPanel(at, panel, view)).toMatchObject(place));

test('a panel that is taller than the room scrolls, and stays inside a very low window', () => {
  const tall = placeOfPanel(button(1000, 300), { width: 240, height: 2000 }, view);
  expect(tall).toEqual({ left: 796, top: 342, room: 550 });
  const low = placeOfPanel(button(100, 40), { width: 240, height: 200 }, { width: 320, height: 100 });
  expect(low.top).toBeGreaterThanOrEqual(8);
  expect(low.top + low.room).toBeLessThanOrEqual(100 - 8);
});
