// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { pictureWidth, resizeHandle } from './picture-width.ts';

afterEach(() => document.body.replaceChildren());

test.each([
  ['stays within its limits', 300, 1.5, 800, 300],
  ['keeps 64 px of height when it is wide', 10, 2, 800, 128],
  ['keeps 64 px of width when it is high', 10, 0.5, 800, 64],
  ['is never wider than its parent', 2000, 1.5, 800, 800],
  ['fits a parent that is narrower than its least width', 10, 4, 200, 200],
])('a picture %s', (_, wanted, proportions, parent, width) =>
  expect(pictureWidth(wanted, proportions, parent)).toBe(width),
);

const opened = () => {
  const figure = document.body.appendChild(document.createElement('figure'));
  const picture = figure.appendChild(document.createElement('img'));
  const fixed = (node: object, name: string, value: number) => Object.defineProperty(node, name, { value });
  fixed(figure, 'clientWidth', 600);
  fixed(picture, 'clientWidth', 400);
  fixed(picture, 'naturalWidth', 1000);
  fixed(picture, 'naturalHeight', 500);
  const widths: number[] = [];
  const handle = resizeHandle(picture, { label: 'Ширина картинки', className: '', onWidth: (w) => widths.push(w) });
  figure.append(handle);
  const at = (type: string, clientX: number) => handle.dispatchEvent(new MouseEvent(type, { clientX, bubbles: true }));
  const press = (key: string) => handle.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
  return { picture, handle, widths, at, press };
};

test('the corner follows the pointer, and the width is stored once at the end', () => {
  const { picture, widths, at } = opened();
  at('pointerdown', 500);
  at('pointermove', 450);
  expect(picture.style.width).toBe('300px');
  at('pointermove', 0);
  expect(picture.style.width).toBe('128px');
  at('pointerup', 550);
  expect(widths).toEqual([500]);
  at('pointermove', 0);
  expect(widths).toEqual([500]);
});

test('arrow keys change the width, and the handle has its limits', () => {
  const { handle, widths, press } = opened();
  handle.dispatchEvent(new Event('focus'));
  expect(['aria-valuemin', 'aria-valuenow', 'aria-valuemax'].map((name) => handle.getAttribute(name))).toEqual([
    '128',
    '400',
    '600',
  ]);
  press('ArrowLeft');
  press('ArrowUp');
  press('a');
  expect(widths).toEqual([384, 416]);
});
