import { expect, test } from 'vitest';
import { layOutEmail } from './email-layout.ts';

const email = { organization: 'Завод «Прогресс»', brandColor: '#3dbc87', title: 'Приглашение', paragraphs: ['Текст'] };

test('an email with a button says how to check it without pressing the button', () => {
  const button = { label: 'Зарегистрироваться', url: 'https://portal.test/lk/auth/registration/1?x=2' };
  for (const language of ['ru', 'en', 'uz'] as const) {
    const { html, text } = layOutEmail({ ...email, language, button });
    for (const one of [html, text]) expect(one).toMatch(/https:\/\/portal\.test[ ,.]/);
  }
  expect(layOutEmail({ ...email, language: 'ru' }).text).not.toContain('http');
});
