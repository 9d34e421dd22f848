// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { HelpContext } from '../help.ts';
import { openPage, until } from './testing-page.tsx';
import { PageHead } from './page-head.tsx';

test('the head links to the chapter about the page, if there is one', async () => {
  await openPage(
    <>
      <HelpContext value={{ chapter: 'courses', section: 'own' }}>
        <PageHead title="Курсы" />
      </HelpContext>
      <PageHead title="Профиль" />
    </>,
  );
  await until(() => expect(document.querySelectorAll('header')).toHaveLength(2));
  const links = [...document.querySelectorAll('a')];
  expect(links.map((link) => link.textContent)).toEqual(['Как это делается']);
  expect(links[0]!.getAttribute('href')).toBe('/lk/admin/instructions?chapter=courses&section=own');
});
