// @vitest-environment happy-dom
import { type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import words from '../../../../../locales/ru/phishing.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { openPage, press, shownText, until } from '../../shared/ui/testing-page.tsx';
import { PageEmails } from './page-emails.tsx';

/** A page to which no email leads, until its button is pressed. */
const Holder = (): ReactNode => {
  const [leads, setLeads] = useState(false);
  const email = { id: 'e', name: 'Напоминание', page_id: leads ? 'p' : null };
  return (
    <>
      <PageEmails page={{ id: 'p', translation_of: null }} emails={[email as never]} pages={[]} />
      <button type="button" onClick={() => setLeads(true)}>
        Выбрать
      </button>
    </>
  );
};

test('the choice of an email goes when the email leads to the page, and what is said instead has the focus', async () => {
  addTexts('ru', 'phishing', words);
  await openPage(<Holder />);
  await until(() => expect(shownText()).toContain(words.template.page_alone));
  document.querySelector<HTMLInputElement>('input[role=combobox]')!.focus();
  await press('Выбрать'); // does not move the focus here
  expect(document.activeElement?.textContent).toBe('Сюда ведут письма: Напоминание.');
});
