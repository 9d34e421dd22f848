type Attributes = readonly { readonly name: string; readonly value: string }[];
const valueOf = (attributes: Attributes, name: string): string =>
  attributes.find((one) => one.name === name)?.value.toLowerCase() ?? '';

const silent = new Set('submit button checkbox radio reset image hidden range color'.split(' '));
/** Whether a field takes no text of a person. */
export const isSilentField = (attributes: Attributes): boolean => silent.has(valueOf(attributes, 'type'));

/** Whether a field is a button, whose value is its label. */
export const isButtonField = (attributes: Attributes): boolean =>
  /^(?:submit|button|reset)$/.test(valueOf(attributes, 'type'));

const looks = [
  ['password', /pass|pwd|парол|parol/],
  ['code', /otp|code|pin|2fa|sms|код/],
  ['card', /card|cvv|cvc|карт/],
  ['email', /mail|почт/],
  ['phone', /phone|tel|mobile|телефон/],
  ['login', /login|user|account|логин|uid/],
  ['fio', /name|fio|фио|имя|фамил/],
] as const;
const types = { password: 'password', email: 'email', tel: 'phone', file: 'file' } as const;

/** Longest code that a person gets by SMS or from an app. */
const CODE_MAX = 8;

/** The kind of a field of a foreign page, judged by its type, its names and its hint. */
export const fieldKindOf = (tag: string, attributes: Attributes): string => {
  const fieldKind = valueOf(attributes, 'data-field');
  if (fieldKind) return fieldKind;
  const type = types[valueOf(attributes, 'type') as keyof typeof types];
  const words = ['name', 'id', 'autocomplete', 'placeholder'].map((name) => valueOf(attributes, name)).join(' ');
  const isNumber =
    type === 'phone' || (type === undefined && /^(?:numeric|decimal|tel)$/.test(valueOf(attributes, 'inputmode')));
  if (isNumber || type === undefined) {
    if (/\bone-time-code\b/.test(words)) return 'code';
    if (/\bcc-(?:number|exp|csc)/.test(words)) return 'card';
  }
  // Codes and cards are typed with the keyboard for telephone numbers as well.
  if (isNumber) {
    const kind = looks.find(([, look]) => look.test(words))?.[0];
    if (kind === 'card' || kind === 'code') return kind;
    if (Number(valueOf(attributes, 'maxlength') || 99) <= CODE_MAX) return 'code';
  }
  if (type) return type;
  if (tag === 'textarea') return 'comment';
  return looks.find(([, look]) => look.test(words))?.[0] ?? 'comment';
};
