import { expect, test } from 'vitest';
import { fillPage } from './starter-page.ts';

const words = { heading: { ru: 'Вход', en: 'Sign in', uz: 'Kirish' } };
const page = '<html lang="[[lang]]"><h1>[[heading]]</h1>{{organization}}</html>';

test('a starter page is in the language of the organisation and keeps its variables', () => {
  expect(fillPage(page, words, 'ru')).toBe('<html lang="ru"><h1>Вход</h1>{{organization}}</html>');
  expect(fillPage(page, words, 'uz')).toBe('<html lang="uz"><h1>Kirish</h1>{{organization}}</html>');
});

test('a missing word is an error, not a gap in the page', () => {
  expect(() => fillPage('[[button]]', words, 'en')).toThrow('[[button]]');
});
