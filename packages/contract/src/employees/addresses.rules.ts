import { storedAddress } from '../email-address.rules.ts';
import { cleanLine, isEmail } from '../text.rules.ts';

/** Kinds of addresses in the lists of Exchange (`proxyAddresses`); `SMTP:` in capitals marks the main one. */
const PREFIX = /^(smtp|mailto|sip|x400|x500|eum|spo|notes|ums):/i;
/** Between two addresses of a list; Microsoft 365 joins them with a plus. */
const BETWEEN = /[\s;,|{}]+|\+(?=(?:smtp|sip|x500|eum|spo):)/i;
/** Signs around an address that do not belong to it. */
const EDGES = new Set(' \t"\'«»“”„‘’`<>()[]{}.,;:');
/** Longest cell that is searched for addresses. */
const CELL_MAX = 10_000;

export type AddressOfCell = {
  /** The bare address in its stored spelling; text that contains no address is returned as it is. */
  email: string;
  /** The name written before the address: `Имя <a@b>`, `Имя (a@b)`. */
  name: string;
  /** Whether the cell has further addresses of the same rank. */
  several: boolean;
  /** Whether a space has cut the address, so that `email` may be that of somebody else. */
  torn: boolean;
};

/** Trims in one pass: a regular expression would be quadratic in long runs of signs. */
const bare = (text: string): string => {
  let [from, to] = [0, text.length];
  while (from < to && EDGES.has(text[from]!)) from++;
  while (to > from && EDGES.has(text[to - 1]!)) to--;
  return text.slice(from, to).replace(/^mailto:/i, '');
};

/** A word in small Latin letters that is no remark about the address, such as «work» or «ext.». */
const SMALL_LATIN =
  /^(?!(?:e-?mail|mail|to|pochta|work|home|office|private|main|old|new|or|and|ext|tel|mob|mobile|phone|ish|uy)\.?$)[a-z][a-z\d._-]*$/;
/** Longest end of an address that a space has cut off: `ivan@bugs.te st`. */
const END_MAX = 3;
const ASIDE = /<[^<>]{0,300}>|\([^()]{0,300}\)|\[[^[\]]{0,300}\]/g;
/** Whether a space by mistake has cut the address: of `ivan petrov@bugs.test` and `ivan@bugs.te st` nobody knows who is meant. */
const isTorn = (text: string): boolean => {
  const words = text.replace(ASIDE, ' ').split(/\s+/);
  const at = words.findIndex((word) => isEmail(bare(word)));
  if (at < 0) return false;
  const [before = '', after = ''] = [words[at - 1], words[at + 1]];
  return SMALL_LATIN.test(before) || (after.length <= END_MAX && SMALL_LATIN.test(after));
};

/** Reads the address in a cell, as people and programs write it: with a name, a prefix, quotes, or within a list of addresses. */
export const readAddress = (cell: string): AddressOfCell => {
  // Invisible characters are removed here: `cleanLine` turns some of them into spaces.
  const text = cleanLine(cell.slice(0, CELL_MAX).replace(/\p{Default_Ignorable_Code_Point}+/gu, ''));
  const whole = bare(text);
  if (isEmail(whole) && !PREFIX.test(text))
    return { email: storedAddress(whole), name: '', several: false, torn: false };
  const bracket = text.search(/[<([]/);
  const words = text.split(BETWEEN);
  const main = words.filter((word) => /^["']?SMTP:/.test(word));
  const plain = words.filter((word) => !PREFIX.test(word) || /^(smtp|mailto):/i.test(word));
  const addresses = (main.length > 0 ? main : plain)
    .map((word) => bare(word.replace(PREFIX, '')))
    .filter(isEmail)
    .map(storedAddress);
  const [email = text, ...others] = addresses;
  const name =
    bracket > 0 && addresses.length > 0 && !text.slice(0, bracket).includes('@') ? bare(text.slice(0, bracket)) : '';
  return {
    email,
    name,
    several: others.some((other) => other.toLowerCase() !== email.toLowerCase()),
    torn: main.length === 0 && isTorn(text),
  };
};

/** Whether a cell holds an address. */
export const holdsAddress = (cell: string): boolean => cell.includes('@') && isEmail(readAddress(cell).email);

/** Whether rows are a list of addresses with several in a line: every cell holds one. */
export const isAddressList = (rows: readonly (readonly string[])[]): boolean => {
  let several = false;
  for (const cells of rows) {
    const filled = cells.filter((cell) => cell.trim() !== '');
    if (!filled.every(holdsAddress)) return false;
    several ||= filled.length > 1;
  }
  return several;
};
