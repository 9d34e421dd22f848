import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { errorDetails, errorText, type ErrorTexts, containsIpAddress } from './error-text.ts';

const words: ErrorTexts = {
  ofCode: (code) => (code === 'tag.title_taken' ? 'Тег с таким названием уже есть' : undefined),
  network: 'Произошла ошибка сервера',
  unexpected: 'Произошла непредвиденная ошибка',
  tooLong: 'Что-то пошло не так',
  noLicences: 'Недостаточно лицензий',
};
const failed = (body: object, status = 409): ApiError =>
  new ApiError({ url: '/lk/api/v2/x', method: 'POST' }, status, body);

test('details come before detail, detail before the message', () => {
  expect(errorText(failed({ details: 'подробно', detail: 'кратко', message: 'm' }), words)).toBe('подробно');
  expect(errorText(failed({ details: { fields: [] }, detail: 'кратко', message: 'm' }), words)).toBe('кратко');
  expect(errorText(failed({ message: 'only this' }), words)).toBe('only this');
  expect(errorText(failed({ code: 'tag.title_taken', message: 'title taken' } as object), words)).toBe(
    'Тег с таким названием уже есть',
  );
  expect(errorText(failed({ details: [{ path: 'a', message: 'раз' }, 'два'] }), words)).toBe('раз; два');
  expect(errorText(failed({}), words)).toBe(words.unexpected);
  expect(errorText(new TypeError('boom'), words)).toBe(words.unexpected);
});

test('the form of a person shows the message before the details', () => {
  const said = failed({ details: 'подробно', message: 'только это' });
  expect(errorText(said, words, 'message')).toBe('только это');
  expect(errorText(failed({ details: 'подробно' }), words, 'message')).toBe('подробно');
  expect(errorText(failed({}), words, 'message')).toBe(words.unexpected);
  expect(errorText(failed({ message: 'at 10.0.0.1' }), words, 'message')).toBeNull();
  expect(errorText(failed({ message: 'я'.repeat(257) }), words, 'message')).toBe(words.tooLong);
});

test('256 characters are shown, 257 are replaced', () => {
  expect(errorText(failed({ detail: 'я'.repeat(256) }), words)).toBe('я'.repeat(256));
  expect(errorText(failed({ detail: 'я'.repeat(257) }), words)).toBe(words.tooLong);
});

test.each([
  'connect 10.0.0.12:5432',
  'from 192.168.1.1.',
  'host fe80::1ff:fe23:4567:890a down',
  '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
  'at ::1',
])('%s names an address: nothing is shown', (text) => {
  expect(containsIpAddress(text)).toBe(true);
  expect(errorText(failed({ detail: text }), words)).toBeNull();
});
test.each(['версия 1.2.3', 'в 10:30:15 начнётся', '1.2.3.4.5', '300.1.1.1', 'std::vector', 'готово'])(
  '%s names none',
  (text) => expect(containsIpAddress(text)).toBe(false),
);

test('too few licences and a lost network have their own sentences', () => {
  expect(errorText(failed({ message: 'Number of users exceeds 500' }), words)).toBe(words.noLicences);
  expect(errorText(failed({}, 0), words)).toBe(words.network);
});

test('the details name the call and its context', () => {
  const block = errorDetails(failed({ message: 'boom', detail: 'why', request_id: 'r1' }), {
    date: 'd',
    page: 'p',
    user_id: 'u',
    organization_id: 'o',
  });
  for (const line of [
    'date: d',
    'page: p',
    'user_id: u',
    'organization_id: o',
    'request_url: /lk/api/v2/x',
    'method: POST',
    'status: 409',
    'error: boom',
    'details: why',
  ]) {
    expect(block.split('\n')).toContain(line);
  }
});
