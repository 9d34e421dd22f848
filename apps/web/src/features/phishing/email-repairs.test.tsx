// @vitest-environment happy-dom
import { act, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import editor from '../../../../../locales/ru/phishing/editor.json' with { type: 'json' };
import words from '../../../../../locales/ru/phishing.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { buttons, openPage, press, shownText, until } from '../../shared/ui/testing-page.tsx';
import { EmailRepairs } from './email-repairs.tsx';

let html = '';
const Repaired = ({ start }: { start: string }) => {
  const [value, setValue] = useState(start);
  const change = (next: string): void => {
    html = next;
    setValue(next);
  };
  const imported = [{ found: '[[name]]', variable: 'full_name', count: 2 }];
  return <EmailRepairs html={value} onChange={change} imported={imported} />;
};
const open = (start: string) => openPage(<Repaired start={start} />, '/', '/');

beforeEach(() => {
  for (const [name, texts] of Object.entries({ phishing: words, phishing__editor: editor, commons }))
    addTexts('ru', name, texts);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('one press leads all dead links to the page', async () => {
  await open('<a href="#">Войти</a> <a href="">Сменить</a> <a href="{{link}}">Верно</a>');
  await until(() => expect(shownText()).toContain('2 ссылки никуда не ведут'));
  expect(shownText()).toContain('Сменить');
  await press(editor.links.lead);
  await until(() => expect(shownText()).not.toContain('никуда не вед'));
  expect(html).toBe('<a href="{{link}}">Войти</a> <a href="{{link}}">Сменить</a> <a href="{{link}}">Верно</a>');
});

test('a dead link that is wanted becomes plain text', async () => {
  await open('<a href="#" style="color:red">Отписаться</a><a href="">Войти</a>');
  await until(() => expect(buttons(editor.links.to_text)).toHaveLength(2));
  await act(async () => buttons(editor.links.to_text)[0]!.click());
  await until(() => expect(shownText()).toContain('1 ссылка никуда не ведёт'));
  expect(html).toBe('<span style="color:red">Отписаться</span><a href="">Войти</a>');
});

test('variables of another product are shown with ours, replaced at once, and unknown ones are named', async () => {
  await open('<p>{{.FirstName}} {{.FirstName}} *|RIDDLE|*</p><a href="{{.URL}}">Войти</a>');
  await until(() => expect(shownText()).toContain(editor.foreign.title));
  expect(shownText()).toContain('{{.FirstName}} → Имя');
  expect(shownText()).toContain('*|RIDDLE|*');
  await press(editor.foreign.replace);
  await until(() => expect(buttons(editor.foreign.replace)).toEqual([]));
  expect(html).toBe('<p>{{first_name}} {{first_name}} *|RIDDLE|*</p><a href="{{link}}">Войти</a>');
  expect(shownText()).toContain(editor.foreign.unknown);
});

test('the editor shows what the import has replaced, and nothing else of a sound email', async () => {
  await open('<a href="{{link}}">Войти</a>');
  await until(() => expect(shownText()).toContain(`[[name]] → ${words.variable.full_name}`));
  expect(shownText()).not.toContain(editor.foreign.title);
  expect(buttons(editor.links.lead)).toEqual([]);
});
