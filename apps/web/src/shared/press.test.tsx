// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SubmitButton, Form, TextField, useForm } from './forms/form.tsx';
import { afterPress, trackPresses } from './press.ts';
import { queryClient } from './query-client.ts';
import { keyOf, useRead } from './query.ts';
import { currentToasts, showToast, subscribeToasts } from './toasts.ts';
import { lazy } from './ui/lazy.tsx';
import { draw } from './ui/testing.tsx';
import { openPage, serve, shownText, until } from './ui/testing-page.tsx';

/** Longer than a busy machine takes for a test. */
const PATIENT_MS = 60_000;
let stop: () => void;
beforeEach(() => {
  stop = trackPresses(PATIENT_MS);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});

const fire = (name: string, on: EventTarget = document.body): void =>
  void on.dispatchEvent(new Event(name, { bubbles: true }));
/** Time for what arrives during a press to be drawn, if nothing held it. */
const settle = (): Promise<void> => act(() => new Promise<void>((done) => void setTimeout(done, 20)));

test('without a press nothing waits', () => {
  const drawn = vi.fn();
  afterPress(drawn);
  expect(drawn).toHaveBeenCalledOnce();
});

test('what arrives during a press is drawn after the handlers of its click, in order', async () => {
  const log: string[] = [];
  const onClick = (): void => void log.push('click');
  document.body.addEventListener('click', onClick);
  fire('pointerdown');
  afterPress(() => void log.push('first'));
  afterPress(() => void log.push('second'));
  fire('pointerup');
  expect(log).toEqual([]);
  fire('click');
  expect(log).toEqual(['click']);
  await settle();
  expect(log).toEqual(['click', 'first', 'second']);
  document.body.removeEventListener('click', onClick);
});

test('a press without a click, a cancelled one and a long one hold nothing back for long', async () => {
  vi.useFakeTimers();
  const drawn = vi.fn();
  for (const [end, ms] of [
    ['pointerup', 50],
    ['pointercancel', 0],
    [undefined, PATIENT_MS],
  ] as const) {
    drawn.mockClear();
    fire('pointerdown');
    afterPress(drawn);
    if (end !== undefined) fire(end);
    expect(drawn).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(ms);
    expect(drawn).toHaveBeenCalledOnce();
  }
});

const List = (): ReactNode => {
  const list = useRead('tags.list', {});
  return <p>{list.data === undefined ? 'loading' : `found ${list.data.data.length}`}</p>;
};

test('the answer of a list does not redraw it between pressing and releasing', async () => {
  let answer: (response: Response) => void = () => undefined;
  serve({});
  vi.stubGlobal('fetch', () => new Promise((resolve) => (answer = resolve)));
  await openPage(<List />);
  await until(() => expect(shownText()).toContain('loading'));
  fire('pointerdown');
  answer(Response.json({ data: [], total_count: 0 }));
  await until(() => expect(queryClient.getQueryData(keyOf('tags.list', {}))).toBeDefined());
  await settle();
  expect(shownText()).toContain('loading');
  await act(async () => fire('click'));
  await until(() => expect(shownText()).toContain('found 0'));
});

test('loaded code and a toast wait for the click too', async () => {
  const Part = lazy(() => Promise.resolve({ default: () => <p>the part</p> }));
  const told = vi.fn();
  const leave = subscribeToasts(told);
  fire('pointerdown');
  showToast({ kind: 'info', text: 'done' });
  const { root, end } = await draw(<Part />);
  await settle();
  expect(told).not.toHaveBeenCalled();
  expect(root.textContent).not.toContain('the part');
  await act(async () => fire('click'));
  await until(() => expect(root.textContent).toContain('the part'));
  expect(told).toHaveBeenCalled();
  expect(currentToasts()).toHaveLength(1);
  leave();
  end();
});

const Editor = (): ReactNode => (
  <Form form={useForm({ title: '' })} onSubmit={() => undefined}>
    <TextField name="title" label="Title" required />
    <SubmitButton>Save</SubmitButton>
  </Form>
);

test('the error of the field that a press leaves appears after the click; by keyboard at once', async () => {
  const { root, end } = await draw(<Editor />);
  const box = root.querySelector('input')!;
  const isMarked = (): boolean => box.getAttribute('aria-invalid') === 'true';
  await act(async () => box.focus());
  fire('pointerdown');
  await act(async () => box.blur());
  await settle();
  expect(isMarked()).toBe(false);
  await act(async () => {
    fire('click');
    await new Promise((done) => void setTimeout(done, 20));
  });
  await until(() => expect(isMarked()).toBe(true));
  end();

  const again = await draw(<Editor />);
  const second = again.root.querySelector('input')!;
  await act(async () => second.focus());
  await act(async () => second.blur());
  await until(() => expect(second.getAttribute('aria-invalid')).toBe('true'));
  again.end();
});
