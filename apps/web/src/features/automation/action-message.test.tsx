// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import automation from '../../../../../locales/ru/automation.json' with { type: 'json' };
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { buttons, openPage, press, until } from '../../shared/ui/testing-page.tsx';
import { ActionMessage } from './action-message.tsx';
import { type Line, newLine } from './draft.ts';

addTexts('ru', 'automation', automation);
addTexts('ru', 'commons', commons);
afterEach(() => void vi.unstubAllGlobals());

const open = async (more: Partial<Line>) => {
  const changes: Partial<Line>[] = [];
  await openPage(<ActionMessage line={{ ...newLine('a'), ...more }} onChange={(patch) => void changes.push(patch)} />);
  await until(() => expect(document.querySelector('textarea')).not.toBeNull());
  return changes;
};

test('an empty email is offered a ready text, which replaces nothing that is written', async () => {
  const changes = await open({ type: 'letter' });
  await press(automation.message.ready);
  expect(changes).toEqual([{ theme: automation.message.ready_theme, text: automation.message.ready_text }]);
});

test.each([
  ['a text is written', { type: 'letter', text: 'Добрый день' }],
  ['it invites to register', { type: 'registration_link' }],
] as const)('no ready text is offered if %s', async (_, line) => {
  await open(line);
  expect(buttons(automation.message.ready)).toHaveLength(0);
});
