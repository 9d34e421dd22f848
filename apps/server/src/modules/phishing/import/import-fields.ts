type Attributes = readonly { readonly name: string; readonly value: string }[];
const valueOf = (attributes: Attributes, name: string): string =>
  attributes.find((one) => one.name === name)?.value.toLowerCase() ?? '';

const silent = new Set('submit button checkbox radio reset image hidden range color'.split(' '));
/** Whether a field takes no text of a person. */
export const isSilentField = (attributes: Attributes): boolean => silent.has(valueOf(attributes, 'type'));

/** Whether a field is a button, whose value is its label. */
export const isButtonField = (attributes: Attributes): boolean =>
  /^(?:submit|button|reset)$/.test(valueOf(attributes, 'type'));

// A field is judged by its words in lower case; for codes, `smsCode` is two of them: `sms_code`.
const looks = [
  ['password', (words) => /pass(?!port)|pwd|парол|parol/.test(words)],
  ['code', (_, parts) => isCode(parts)],
  ['card', (words) => /card|cvv|cvc|карт/.test(words)],
  ['email', (words) => /mail|почт(?!\S{1,9}\s+(?:код|индекс))/.test(words)],
  ['phone', (words) => PHONE.test(words)],
  ['login', (words) => /login|user|account|логин|uid/.test(words)],
  ['fio', (words) => /name|fio|фио|имя|фамил/.test(words)],
] as const satisfies readonly (readonly [string, (words: string, parts: string) => boolean])[];
const PHONE = /phone|tel|mobile|телефон/;
/** Codes that a person knows and is not sent: of a place, a telephone or an offer. */
const OTHER_CODE =
  /(?:zip|post(?:al)?|country|phone|tel|mobile|area|dial(?:l?ing)?|city|region|state|currency|lang(?:uage)?|promo|coupon|discount|почтов\S{0,3}|телефонн\S{0,3}|промо)[ _-]?(?:code|код)|code[_-](?:zip|post|country|phone|area)|код (?:стран|город|регион|област|телефон)/g;
const isCode = (parts: string): boolean =>
  /(?:^|[\W_])(?:otp|pin|2fa)(?=$|[\W_\d])/.test(parts) ||
  /code|код/.test(parts.replace(OTHER_CODE, ' ')) ||
  (/(?:^|[\W_])sms(?=$|[\W_\d])/.test(parts) && !PHONE.test(parts));
/** Short numbers that are no codes. */
const OTHER_NUMBER =
  /birth|year|month|\bday|_day|date|\bage\b|zip|post|country|area|dial|amount|qty|quantity|год|месяц|дата|индекс|рожд/;
const types = { password: 'password', email: 'email', tel: 'phone', file: 'file' } as const;

/** Longest code that a person gets by SMS or from an app. */
const CODE_MAX = 8;

/** The kind of a field of a foreign page, judged by its type, its names and its hint. */
export const fieldKindOf = (tag: string, attributes: Attributes): string => {
  const fieldKind = valueOf(attributes, 'data-field');
  if (fieldKind) return fieldKind;
  const type = types[valueOf(attributes, 'type') as keyof typeof types];
  const values = ['name', 'id', 'autocomplete', 'placeholder']
    .map((name) => attributes.find((one) => one.name === name)?.value ?? '')
    .join('\n');
  const words = values.toLowerCase();
  const parts = values.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, '_').toLowerCase();
  const look = looks.find(([, isMet]) => isMet(words, parts))?.[0];
  const isNumber =
    type === 'phone' || (type === undefined && /^(?:numeric|decimal|tel)$/.test(valueOf(attributes, 'inputmode')));
  if (isNumber || type === undefined) {
    if (/\bone-time-code\b/.test(words)) return 'code';
    if (/\bcc-(?:number|exp|csc)/.test(words)) return 'card';
  }
  // Codes and cards are typed with the keyboard for telephone numbers as well.
  if (isNumber) {
    if (look === 'card' || look === 'code') return look;
    const isShort = Number(valueOf(attributes, 'maxlength') || 99) <= CODE_MAX;
    if (look === undefined && isShort && !OTHER_NUMBER.test(parts)) return 'code';
  }
  if (type) return type;
  if (tag === 'textarea') return 'comment';
  return look ?? 'comment';
};
