import { expect, test } from 'vitest';
import { permissionsOf, type Role } from '@sergak/contract/access/roles.ts';
import { fits, wordsOf } from '@sergak/contract/search/search.rules.ts';
import en from '../../../../../locales/en/settings/overview.json' with { type: 'json' };
import ru from '../../../../../locales/ru/settings/overview.json' with { type: 'json' };
import uz from '../../../../../locales/uz/settings/overview.json' with { type: 'json' };
import { fitOfSetting, type SettingKey, settings, settingGroups, settingsFor } from './settings-map.ts';

const keys = Object.keys(settings) as SettingKey[];
const best = (texts: typeof ru, search: string): string[] => {
  const found = keys
    .map((key) => ({ key, fit: fitOfSetting(texts.item[key], wordsOf(search)) }))
    .filter((one): one is { key: SettingKey; fit: number } => one.fit !== null);
  const least = Math.min(...found.map(({ fit }) => fit));
  return found.filter(({ fit }) => fit === least).map(({ key }) => key);
};

test.each([
  ['ru', ru, 'почтовый сервер', 'mail_server'],
  ['ru', ru, 'smtp', 'mail_server'],
  ['ru', ru, 'белый список', 'gateway'],
  ['ru', ru, 'стоп', 'stop'],
  ['ru', ru, 'второй фактор', 'two_factor'],
  ['ru', ru, 'праздники', 'hours'],
  ['ru', ru, 'pochtoviy server', 'mail_server'],
  ['ru', ru, 'почтовй сервр', 'mail_server'],
  ['en', en, 'kill switch', 'stop'],
  ['en', en, 'whitelist', 'gateway'],
  ['en', en, 'four eyes', 'approval'],
  ['en', en, 'sso', 'sso'],
  ['uz', uz, 'pochta serveri', 'mail_server'],
  ['uz', uz, "oq ro'yxat", 'gateway'],
  ['uz', uz, 'почта сервери', 'mail_server'],
] as const)('in %s, «%3$s» finds %4$s first', (_, texts, search, key) => {
  expect(best(texts, search)).toContain(key);
});

test('a word that nobody uses finds nothing', () => {
  expect(best(ru, 'жираф')).toEqual([]);
});

test('the name of a setting counts more than other words for it', () => {
  expect(fitOfSetting({ name: 'Логотип', hint: '', words: 'бренд' }, wordsOf('логотип'))).toBe(fits.whole);
  expect(fitOfSetting({ name: 'Логотип', hint: '', words: 'бренд' }, wordsOf('бренд'))).toBe(fits.inside);
});

test('each group has a setting, and each role sees what its pages show', () => {
  expect(new Set(keys.map((key) => settings[key].group))).toEqual(new Set(settingGroups));
  const of = (role: Role) => settingsFor([...permissionsOf(role)]);
  expect(of('super_user')).toEqual(keys);
  expect(keys.filter((key) => !of('operator').includes(key))).toEqual(['addresses', 'analytics']);
  expect(of('employee')).toEqual([]);
  expect(of('content_manager')).not.toContain('mail_server');
});
