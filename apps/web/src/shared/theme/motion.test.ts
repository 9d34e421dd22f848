import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTheme } from './theme.ts';

const source = join(import.meta.dirname, '..', '..');
const styles = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }));

/** Nothing to click: the bar of an unknown progress, and the boxes of a wrong code. */
const MAY_TRAVEL = ['run', 'shake'];

test('nothing that can be clicked travels while it appears: a button that moves under the pointer loses the click', () => {
  const frames = styles.flatMap(({ name, text }) =>
    [...text.matchAll(/@keyframes ([\w-]+) \{((?:[^{}]|\{[^{}]*\})*)\}/g)].map(([, title, steps]) => ({
      name,
      title: title!,
      steps: steps!,
    })),
  );
  expect(frames.length).toBeGreaterThan(MAY_TRAVEL.length);
  const travelling = frames.filter(({ steps }) => /transform|translate|inset|top|left|bottom|right|margin/.test(steps));
  expect(travelling.filter(({ title }) => !MAY_TRAVEL.includes(title))).toEqual([]);
  const { Modal, Drawer } = makeTheme('#3dbc87').components as Record<
    string,
    { defaultProps: { transitionProps: { transition: string } } }
  >;
  expect([Modal, Drawer].map((one) => one!.defaultProps.transitionProps.transition)).toEqual(['fade', 'fade']);
});

test('with reduced motion no change of a style is a transition: an autosizing field would measure the size from before', () => {
  const { text } = styles.find(({ name }) => name.endsWith('global.css'))!;
  const reduced = /prefers-reduced-motion: reduce\) \{((?:[^{}]|\{[^{}]*\})*)\}/.exec(text)![1]!;
  expect(/transition-duration: ([^ ;]+)/.exec(reduced)![1]).toBe('0s');
});
