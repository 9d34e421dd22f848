// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import session from '../../../../../locales/ru/gotcha.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { draw } from '../../shared/ui/testing.tsx';
import { EmailFrame } from './email-frame.tsx';

beforeAll(() => addTexts('ru', 'gotcha', session));
// The test DOM does not load frames and logs an error.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());
const email = <EmailFrame url="about:blank" title="Письмо" />;
const roomOf = (width: number) => vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);

test('an email wider than its frame is scaled down and fills the frame exactly', async () => {
  roomOf(190);
  const { root, end } = await draw(email);
  const { width, height, transform } = root.querySelector('iframe')!.style;
  expect([width, height, transform]).toEqual(['380px', '1000px', 'scale(0.5)']);
  end();
});

test('a wide frame is not scaled', async () => {
  roomOf(700);
  const { root, end } = await draw(email);
  expect(root.querySelector('iframe')!.style.transform).toBe('scale(1)');
  end();
});

test('the beginning of an email is shown first; a click shows all of it', async () => {
  roomOf(700);
  const { root, end } = await draw(email);
  const frame = root.querySelector('iframe')!;
  const first = frame.parentElement!.style.height;
  expect(parseInt(first)).toBeLessThan(parseInt(frame.style.height));
  act(() => root.querySelector('button')!.click());
  expect(frame.parentElement!.style.height).toBe(frame.style.height);
  expect(root.querySelector('button')).toBeNull();
  end();
});

test('the frame says that the email is loading until it has loaded', async () => {
  const { root, end } = await draw(email);
  expect(root.querySelector('[role=status]')).not.toBeNull();
  act(() => void root.querySelector('iframe')!.dispatchEvent(new Event('load')));
  expect(root.querySelector('[role=status]')).toBeNull();
  end();
});
