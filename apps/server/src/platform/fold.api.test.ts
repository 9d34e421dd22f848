import { foldText, searchText } from '@sergak/contract/fold.rules.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { platform } from '../../test/app.ts';
import { inSystem } from './db.ts';

const folded = async (texts: readonly string[]): Promise<string[]> => {
  const { db } = await platform();
  return inSystem(db, async (tx) => {
    const { rows } = await sql<{ text: string }>`
      select fold(t) as text from unnest(${texts}::text[]) with ordinality as u (t, n) order by n`.execute(tx);
    return rows.map(({ text }) => text);
  });
};

const assigned = /^[\p{L}\p{N}\p{P}\p{S}\p{Z}\p{M}\p{Cc}\p{Cf}]$/u;
/** Capital letters of Georgian titles and of rare Latin alphabets: only libraries with Unicode 11 or newer know their small letters. */
const lateCapitals = /[\u1C89-\u1CBF\u2C2F\uA7B8-\uA7F6]/;
const blocks = [
  [0x1, 0x2fff],
  [0x3000, 0x33ff],
  [0xa640, 0xabff],
  [0xf900, 0xffff],
  [0x10400, 0x104ff],
  [0x1d400, 0x1d7ff],
  [0x1f100, 0x1f2ff],
  [0xe0000, 0xe01ff],
] as const;

test('the database and the contract fold every code point in the same way, alone and inside a word', async () => {
  const chars = blocks
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)))
    .filter((char) => assigned.test(char) && !lateCapitals.test(char));
  expect(chars.length).toBeGreaterThan(10_000);
  const texts = chars.flatMap((char) => [char, `Аи${char} ${char}\u0306o${char}`]);
  const wanted = texts.map(foldText);
  const found = await folded(texts);
  const code = (text: string) => Array.from(text, (char) => char.codePointAt(0)!.toString(16)).join(' ');
  const different = texts.flatMap((text, i) =>
    found[i] === wanted[i] ? [] : [`${code(text)}: ${code(found[i]!)} ≠ ${code(wanted[i]!)}`],
  );
  expect(different).toEqual([]);
});

test('folding keeps no trace of the form in which letters and marks are stored, and folds its own result to itself', async () => {
  const texts = [
    'Ёлкин Йод',
    'Oʻktamov Gʻani',
    'Ӯктамов',
    'Ахме́дов',
    'İstanbul ΣΟΦΟΣ',
    'ＡＢＣ　１２',
    'é\u0323',
    'ŉ ‴ №',
  ];
  const found = await folded(
    texts.flatMap((text) => [text, text.normalize('NFD'), text.normalize('NFC'), foldText(text)]),
  );
  for (const [i, text] of texts.entries()) expect(found.slice(4 * i, 4 * i + 4)).toEqual(Array(4).fill(foldText(text)));
});

test('the database and the contract make the same text to search in: folded, then as it sounds', async () => {
  const { db } = await platform();
  const letters = "абвгғґдеёєэжҷзиіїыӣйкқлмнңоўөпрстуӯүұфхҳһәцчшщъыьюяqwertyuiopasdfghjklzxcvbnm'ʻ";
  const pairs = Array.from(letters, (one) => Array.from(letters, (other) => `${one}${other}h${one}`).join(' '));
  const texts = [...pairs, 'Akhmedov Ахмедов', 'Щукин Shchukin', 'Djamshid Dzhamshid zzh', '1122 ch_c%\\ ckh', '', ' '];
  const { rows } = await inSystem(db, (tx) =>
    sql<{
      text: string;
    }>`select search_text(t) as text from unnest(${texts}::text[]) with ordinality as u (t, n) order by n`.execute(tx),
  );
  expect(rows.map(({ text }) => text)).toEqual(texts.map(searchText));
});
