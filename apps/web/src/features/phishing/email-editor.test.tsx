// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import templates from '../../../../../locales/ru/phishing/templates.json' with { type: 'json' };
import phishing from '../../../../../locales/ru/phishing.json' with { type: 'json' };
import editor from '../../../../../locales/ru/phishing/editor.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { draw, eventually } from '../../shared/ui/testing.tsx';
import '../../shared/wire.ts';
import { EmailEditor } from './email-editor.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a fault of the subject is shown at the subject, not above the code', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: [], total_count: 0 })));
  // happy-dom has no document.fonts, which the auto-growing textareas listen to.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  addTexts('ru', 'phishing', phishing);
  addTexts('ru', 'phishing__templates', templates);
  addTexts('ru', 'phishing__editor', editor);
  const email = <EmailEditor templateId="1" vector="form" email={null} pages={[]} onClose={() => undefined} />;
  const router = createRouter({
    routeTree: createRootRoute({ component: () => email }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const { root, end } = await draw(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const subjectOf = () => [...root.querySelectorAll('label')].find((one) => one.textContent.startsWith('Тема'));
  await eventually(() => expect(subjectOf()).toBeDefined());
  const input = root.querySelector<HTMLInputElement>(`#${CSS.escape(subjectOf()!.htmlFor)}`)!;
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, 'Счёт {{link}}');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(input.closest('.mantine-TextInput-root')!.textContent).toContain('Здесь эта переменная не работает');
  expect(root.querySelector('li[data-level="stop"]')).toBeNull();
  end();
});
