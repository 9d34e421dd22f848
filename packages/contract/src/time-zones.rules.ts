import { languages } from './session/session.rules.ts';
import type { Language } from './session/session.schema.ts';

/**
 * Cities of time zones in Russian and Uzbek, for the zones where the product is used and the large cities elsewhere. `Intl`
 * has names of countries and of common times but hardly any of cities: browsers leave those out.
 */
const cities: Readonly<Record<string, readonly [ru: string, uz: string]>> = {
  'Africa/Cairo': ['Каир', 'Qohira'],
  'America/Chicago': ['Чикаго', 'Chikago'],
  'America/Denver': ['Денвер', 'Denver'],
  'America/Los_Angeles': ['Лос-Анджелес', 'Los-Anjeles'],
  'America/Mexico_City': ['Мехико', 'Mexiko'],
  'America/New_York': ['Нью-Йорк', 'Nyu-York'],
  'America/Sao_Paulo': ['Сан-Паулу', 'San-Paulu'],
  'America/Toronto': ['Торонто', 'Toronto'],
  'Asia/Almaty': ['Алматы', 'Olmaota'],
  'Asia/Anadyr': ['Анадырь', 'Anadir'],
  'Asia/Aqtau': ['Актау', 'Aqtau'],
  'Asia/Aqtobe': ['Актобе', 'Aqtoʻbe'],
  'Asia/Ashgabat': ['Ашхабад', 'Ashxobod'],
  'Asia/Atyrau': ['Атырау', 'Atirau'],
  'Asia/Baghdad': ['Багдад', 'Bagʻdod'],
  'Asia/Baku': ['Баку', 'Boku'],
  'Asia/Bangkok': ['Бангкок', 'Bangkok'],
  'Asia/Barnaul': ['Барнаул', 'Barnaul'],
  'Asia/Bishkek': ['Бишкек', 'Bishkek'],
  'Asia/Calcutta': ['Калькутта', 'Kolkata'],
  'Asia/Chita': ['Чита', 'Chita'],
  'Asia/Dubai': ['Дубай', 'Dubay'],
  'Asia/Dushanbe': ['Душанбе', 'Dushanbe'],
  'Asia/Hong_Kong': ['Гонконг', 'Gonkong'],
  'Asia/Irkutsk': ['Иркутск', 'Irkutsk'],
  'Asia/Jakarta': ['Джакарта', 'Jakarta'],
  'Asia/Jerusalem': ['Иерусалим', 'Quddus'],
  'Asia/Kabul': ['Кабул', 'Kobul'],
  'Asia/Kamchatka': ['Петропавловск-Камчатский', 'Petropavlovsk-Kamchatskiy'],
  'Asia/Karachi': ['Карачи', 'Karachi'],
  'Asia/Khandyga': ['Хандыга', 'Xandiga'],
  'Asia/Kolkata': ['Калькутта', 'Kolkata'],
  'Asia/Krasnoyarsk': ['Красноярск', 'Krasnoyarsk'],
  'Asia/Kuwait': ['Кувейт', 'Quvayt'],
  'Asia/Magadan': ['Магадан', 'Magadan'],
  'Asia/Manila': ['Манила', 'Manila'],
  'Asia/Novokuznetsk': ['Новокузнецк', 'Novokuznetsk'],
  'Asia/Novosibirsk': ['Новосибирск', 'Novosibirsk'],
  'Asia/Omsk': ['Омск', 'Omsk'],
  'Asia/Oral': ['Уральск', 'Oral'],
  'Asia/Qatar': ['Катар', 'Qatar'],
  'Asia/Qostanay': ['Костанай', 'Qoʻstanay'],
  'Asia/Qyzylorda': ['Кызылорда', 'Qizilorda'],
  'Asia/Riyadh': ['Эр-Рияд', 'Ar-Riyod'],
  'Asia/Saigon': ['Хошимин', 'Xoshimin'],
  'Asia/Ho_Chi_Minh': ['Хошимин', 'Xoshimin'],
  'Asia/Sakhalin': ['Южно-Сахалинск', 'Yujno-Saxalinsk'],
  'Asia/Samarkand': ['Самарканд', 'Samarqand'],
  'Asia/Seoul': ['Сеул', 'Seul'],
  'Asia/Shanghai': ['Шанхай', 'Shanxay'],
  'Asia/Singapore': ['Сингапур', 'Singapur'],
  'Asia/Srednekolymsk': ['Среднеколымск', 'Srednekolimsk'],
  'Asia/Tashkent': ['Ташкент', 'Toshkent'],
  'Asia/Tbilisi': ['Тбилиси', 'Tbilisi'],
  'Asia/Tehran': ['Тегеран', 'Tehron'],
  'Asia/Tokyo': ['Токио', 'Tokio'],
  'Asia/Tomsk': ['Томск', 'Tomsk'],
  'Asia/Ulaanbaatar': ['Улан-Батор', 'Ulan-Bator'],
  'Asia/Urumqi': ['Урумчи', 'Urumchi'],
  'Asia/Ust-Nera': ['Усть-Нера', 'Ust-Nera'],
  'Asia/Vladivostok': ['Владивосток', 'Vladivostok'],
  'Asia/Yakutsk': ['Якутск', 'Yakutsk'],
  'Asia/Yekaterinburg': ['Екатеринбург', 'Yekaterinburg'],
  'Asia/Yerevan': ['Ереван', 'Yerevan'],
  'Australia/Sydney': ['Сидней', 'Sidney'],
  'Europe/Amsterdam': ['Амстердам', 'Amsterdam'],
  'Europe/Astrakhan': ['Астрахань', 'Astraxan'],
  'Europe/Athens': ['Афины', 'Afina'],
  'Europe/Belgrade': ['Белград', 'Belgrad'],
  'Europe/Berlin': ['Берлин', 'Berlin'],
  'Europe/Brussels': ['Брюссель', 'Bryussel'],
  'Europe/Bucharest': ['Бухарест', 'Buxarest'],
  'Europe/Budapest': ['Будапешт', 'Budapesht'],
  'Europe/Chisinau': ['Кишинёв', 'Kishinyov'],
  'Europe/Copenhagen': ['Копенгаген', 'Kopengagen'],
  'Europe/Dublin': ['Дублин', 'Dublin'],
  'Europe/Helsinki': ['Хельсинки', 'Xelsinki'],
  'Europe/Istanbul': ['Стамбул', 'Istanbul'],
  'Europe/Kaliningrad': ['Калининград', 'Kaliningrad'],
  'Europe/Kiev': ['Киев', 'Kiyev'],
  'Europe/Kyiv': ['Киев', 'Kiyev'],
  'Europe/Kirov': ['Киров', 'Kirov'],
  'Europe/Lisbon': ['Лиссабон', 'Lissabon'],
  'Europe/London': ['Лондон', 'London'],
  'Europe/Madrid': ['Мадрид', 'Madrid'],
  'Europe/Minsk': ['Минск', 'Minsk'],
  'Europe/Moscow': ['Москва', 'Moskva'],
  'Europe/Oslo': ['Осло', 'Oslo'],
  'Europe/Paris': ['Париж', 'Parij'],
  'Europe/Prague': ['Прага', 'Praga'],
  'Europe/Riga': ['Рига', 'Riga'],
  'Europe/Rome': ['Рим', 'Rim'],
  'Europe/Samara': ['Самара', 'Samara'],
  'Europe/Saratov': ['Саратов', 'Saratov'],
  'Europe/Simferopol': ['Симферополь', 'Simferopol'],
  'Europe/Sofia': ['София', 'Sofiya'],
  'Europe/Stockholm': ['Стокгольм', 'Stokgolm'],
  'Europe/Tallinn': ['Таллин', 'Tallin'],
  'Europe/Ulyanovsk': ['Ульяновск', 'Ulyanovsk'],
  'Europe/Vienna': ['Вена', 'Vena'],
  'Europe/Vilnius': ['Вильнюс', 'Vilnyus'],
  'Europe/Volgograd': ['Волгоград', 'Volgograd'],
  'Europe/Warsaw': ['Варшава', 'Varshava'],
  'Europe/Zurich': ['Цюрих', 'Syurix'],
};

/** What differs from the last part of the id in English. */
const english: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Kolkata',
  'Asia/Saigon': 'Ho Chi Minh City',
  'Asia/Ho_Chi_Minh': 'Ho Chi Minh City',
  'Asia/Kamchatka': 'Petropavlovsk-Kamchatsky',
  'Europe/Kiev': 'Kyiv',
};

const cityOf = (zone: string, language: Language): string =>
  (language === 'en' ? english[zone] : cities[zone]?.[language === 'uz' ? 1 : 0]) ??
  zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** The id of a zone and its city in each language, to search in. */
export const zoneWords = (zone: string): string =>
  [zone, ...languages.map((one) => cityOf(zone, one))].join(' ').replaceAll('_', ' ');

/** The offset of a zone at a moment, like «UTC+5»; null for a zone that this machine does not know. */
const offsetOf = (zone: string, at: number): string | null => {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at);
    const offset = parts.find(({ type }) => type === 'timeZoneName')!.value;
    return offset.replace('GMT', 'UTC').replace('-', '−').replace(/\+0$/, '');
  } catch {
    return null;
  }
};

/** A time zone as people call it, with its offset at a moment: «Ташкент (UTC+5)». */
export const zoneName = (zone: string, language: Language, at: number): string => {
  const offset = offsetOf(zone, at);
  // Zones of a fixed offset have no city: their ids («Etc/GMT-5») turn the sign around.
  if (offset !== null && !/^(?!Etc\/)[^/]+\//.test(zone)) return offset;
  return offset === null ? cityOf(zone, language) : `${cityOf(zone, language)} (${offset})`;
};
