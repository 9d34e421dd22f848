// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../../../locales/ru/phishing.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, press, serve, shownText, until } from '../../shared/ui/testing-page.tsx';
import { PictureLibrary } from './picture-library.tsx';

const picture = { file_id: 'f1', name: 'logo.png', width: 80, height: 40, bytes: 2_000, used_in: [] as string[] };
const chooseFile = (file: File): void => {
  const inputs = document.querySelectorAll<HTMLInputElement>('input[type=file]');
  Object.defineProperty(inputs[0]!, 'files', { value: [file], configurable: true });
  inputs[0]!.dispatchEvent(new Event('change', { bubbles: true }));
};

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const [name, texts] of Object.entries({ phishing: words, commons })) addTexts('ru', name, texts);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a picture of the library is picked; the library says where it is used', async () => {
  serve({ 'phishing.pictures': { data: [{ ...picture, used_in: ['Письмо'] }] } });
  const onPick = vi.fn();
  const owner = { template_id: 't1' };
  await openPage(<PictureLibrary owner={owner} opened onClose={() => undefined} onPick={onPick} />, '/', '/');
  await until(() => expect(shownText()).toContain('logo.png'));
  expect(shownText()).toContain('Используется: Письмо');
  await press(words.pictures.insert);
  expect(onPick).toHaveBeenCalledWith('f1', expect.objectContaining({ name: 'logo.png' }));
});

test('a file that is no picture is not sent', async () => {
  const sent = serve({ 'phishing.pictures': { data: [] } });
  const owner = { template_id: 't1' };
  await openPage(<PictureLibrary owner={owner} opened onClose={() => undefined} onPick={() => undefined} />, '/', '/');
  await until(() => expect(shownText()).toContain(words.pictures.empty));
  chooseFile(new File(['x'], 'a.txt', { type: 'text/plain' }));
  await until(() => expect(shownText()).toContain(words.pictures.wrong_type));
  expect(sent('phishing.picture-add')).toEqual([]);
});
