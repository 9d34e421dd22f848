/** Built-in number formats, which a workbook names only by number. */
const builtIn: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'dd.mm.yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'dd.mm.yyyy h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
};

export type NumberText = (value: number) => string;

/**
 * Returns how a number is displayed in its cell: dates as dd.mm.yyyy, with the time if there is one, shares as per cent,
 * leading zeros and masks (personnel and phone numbers) kept. Omits thousands separators and rounding, because an import
 * needs the number itself.
 */
export const numberText = (id: number, custom: string | undefined, is1904: boolean): NumberText => {
  const format = custom ?? builtIn[id] ?? 'General';
  const section = format.split(';')[0]!;
  const elapsed = /\[h+\]/i.test(section);
  const bare = section
    .replace(/"[^"]*"|\\.|[_*].|\[[^[\]]*\]/g, '')
    .replace(/am\/pm|a\/p/gi, '')
    .toLowerCase();
  if (elapsed) return (value) => clock(value * 24 * 60);
  const time = /[hs]/.test(bare);
  const date = /[yd]/.test(bare) || (/m/.test(bare) && !time);
  if (bare !== 'general' && (date || time)) return (value) => dateText(value, is1904, date, time);
  if (bare.includes('%')) {
    const digits = /\.([0#]+)/.exec(bare)?.[1]?.length ?? 0;
    return (value) => `${Number((value * 100).toFixed(digits))}%`;
  }
  return isMask(section, bare)
    ? (value) => (Number.isInteger(value) && value >= 0 ? masked(value, section) : plainNumber(value))
    : plainNumber;
};

/** Writes a number without an exponent and without the noise of binary fractions. */
export const plainNumber = (value: number) => {
  const clean = Number(value.toPrecision(15));
  const text = String(clean);
  if (!text.includes('e')) return text;
  return Math.abs(clean) >= 1 ? BigInt(clean).toString() : clean.toFixed(15).replace(/\.?0+$/, '');
};

const dateText = (serial: number, is1904: boolean, date: boolean, time: boolean) => {
  if (serial < 0 || serial > 2_958_466) return plainNumber(serial);
  // Excel counts 29 February 1900, which did not exist: earlier days are off by one.
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  const at = new Date(Math.round((days - 25_569) * 86_400) * 1000);
  const hours = at.toISOString().slice(11, at.getUTCSeconds() === 0 ? 16 : 19);
  if (!date) return hours;
  const day = at.toISOString().slice(0, 10).split('-').reverse().join('.');
  return time && hours !== '00:00' ? `${day} ${hours}` : day;
};

/** Formats a date that is stored as text (ISO 8601) like the other dates. */
export const isoDateText = (text: string) => {
  const found = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d)(?::(\d\d))?)?/.exec(text);
  if (!found) return text;
  const [, year, month, day, hours, seconds] = found;
  const time =
    !hours || (hours === '00:00' && (seconds ?? '00') === '00')
      ? ''
      : ` ${hours}${seconds && seconds !== '00' ? `:${seconds}` : ''}`;
  return `${day}.${month}.${year}${time}`;
};

const clock = (exact: number) => {
  const minutes = Math.round(exact);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
};

/** A mask pads with zeros or has literals around digits; a format for amounts (fractions, thousands, exponents) is not one. */
const isMask = (section: string, bare: string) =>
  bare !== 'general' && !/[.,/?e@]/.test(bare) && bare.includes('0') && (/0.*0/.test(bare) || /["\\]/.test(section));

const masked = (value: number, section: string) => {
  const tokens = section.match(/"[^"]*"|\\.|[_*].|\[[^[\]]*\]|[\s\S]/g) ?? [];
  const places = tokens.filter((token) => token === '0' || token === '#').length;
  const digits = plainNumber(value).padStart(places, ' ');
  let at = digits.length - places;
  let first = true;
  let out = '';
  for (const token of tokens) {
    if (token === '0' || token === '#') {
      // The first place also holds the digits that exceed the mask.
      const taken = (first ? digits.slice(0, at + 1) : digits[at]!).trim();
      first = false;
      out += taken === '' ? (token === '0' ? '0' : '') : taken;
      at++;
    } else if (token[0] === '"') out += token.slice(1, -1);
    else if (token[0] === '\\') out += token[1];
    else if (token.length === 1) out += token;
  }
  return out;
};
