// @vitest-environment happy-dom
import { expect, onTestFinished, test } from 'vitest';
import { hasUnsaved, markUnsaved, trackTyping } from './unsaved.ts';

const type = (field: string): void => {
  document.body.innerHTML = field;
  document.body.firstElementChild!.dispatchEvent(new Event('input', { bubbles: true }));
};

test('marked forms and text typed on this page are unsaved; a search is not', () => {
  onTestFinished(trackTyping());
  const first = markUnsaved();
  const second = markUnsaved();
  first();
  expect(hasUnsaved()).toBe(true);
  second();
  expect(hasUnsaved()).toBe(false);
  type('<input type="search" />');
  expect(hasUnsaved()).toBe(false);
  type('<textarea></textarea>');
  expect(hasUnsaved()).toBe(true);
  history.pushState(null, '', '/lk/elsewhere');
  expect(hasUnsaved()).toBe(false);
});
