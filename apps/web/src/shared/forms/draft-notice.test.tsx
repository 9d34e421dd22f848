// @vitest-environment happy-dom
import { act, type ReactNode, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { draw } from '../ui/testing.tsx';
import css from './draft-notice.module.css';
import { DraftNotice } from './draft-notice.tsx';
import { useDraft } from './guard.tsx';

const KEY = 'sergak.draft.assign.me';
const Form = (): ReactNode => {
  const kept = useDraft<{ people: number }>('assign.me');
  const [people, setPeople] = useState(kept.kept?.people ?? 0);
  return (
    <>
      <DraftNotice
        spaced
        draft={kept}
        onRestart={() => {
          kept.forget();
          setPeople(0);
        }}
      />
      <button
        type="button"
        onClick={() => {
          setPeople(24);
          kept.save({ people: 24 });
        }}
      >
        change
      </button>
      <output>
        {people} {kept.unconfirmed ? 'held' : 'ready'}
      </output>
    </>
  );
};
const shown = async () => {
  const { root, end } = await draw(<Form />);
  const press = (name: string): void =>
    act(() => [...root.querySelectorAll('button')].find((one) => one.textContent === name)!.click());
  return { root, end, press, state: () => root.querySelector('output')!.textContent };
};

beforeEach(() => localStorage.setItem(KEY, JSON.stringify({ at: '2026-11-20T09:05:00Z', values: { people: 23 } })));

test('an earlier draft shows a notice and cannot be sent before it is confirmed', async () => {
  const { root, end, press, state } = await shown();
  expect(root.textContent).toContain('Черновик от 20.11.2026');
  expect(state()).toBe('23 held');
  press('Продолжить');
  expect(state()).toBe('23 ready');
  expect(root.textContent).toContain('Начать заново');
  end();
});

test('on a page without gaps the notice keeps a space to the form below it', async () => {
  const { root, end } = await shown();
  expect(root.querySelector(`.${css['spaced']}`)?.textContent).toContain('Черновик от 20.11.2026');
  end();
});

test('a change also confirms the draft', async () => {
  const { end, press, state } = await shown();
  press('change');
  expect(state()).toBe('24 ready');
  end();
});

test('a restart deletes the draft; a form without a draft shows no notice', async () => {
  const { root, end, press, state } = await shown();
  press('Начать заново');
  expect(state()).toBe('0 ready');
  expect([localStorage.getItem(KEY), root.textContent]).toEqual([null, expect.not.stringContaining('Черновик')]);
  end();
  const again = await shown();
  expect([again.state(), again.root.textContent]).toEqual(['0 ready', expect.not.stringContaining('Черновик')]);
  again.end();
});
