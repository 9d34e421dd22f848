import { expect, test } from 'vitest';
import { decodeText, toWebVtt } from './captions.rules.ts';

const srt =
  '1\r\n00:00:01,000 --> 00:00:03,500\r\n{\\an8}<i>Здравствуйте!</i>\r\nЭто урок\r\n\r\n2\r\n00:00:04,000 --> 01:00:05,250\r\n--> смотрите\r\n';
const vtt = `WEBVTT

00:00:01.000 --> 00:00:03.500
<i>Здравствуйте!</i>
Это урок

00:00:04.000 --> 01:00:05.250
→ смотрите
`;

test('SubRip becomes WebVTT; WebVTT keeps its captions and loses styles, notes, names and positions', () => {
  expect(toWebVtt(srt)).toBe(vtt);
  expect(toWebVtt(vtt)).toBe(vtt);
  const full = `\uFEFFWEBVTT - Урок\nKind: captions\n\nSTYLE\n::cue { background: url(//x) }\n\nNOTE пока так\n\nвход\n00:01.000 --> 00:02.5 line:0\nПривет\n`;
  expect(toWebVtt(full)).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nПривет\n');
});

test.each(['', 'WEBVTT', 'Просто текст', '00:00:05,000 --> 00:00:01,000\nНазад', '00:00:01,000 --> 00:00:02,000\n\n'])(
  'a text without captions is none: %j',
  (text) => expect(toWebVtt(text)).toBeNull(),
);

test('the encodings of subtitle programs are read', () => {
  const cp1251 = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
  const utf16 = Buffer.from('\uFEFFПривет', 'utf16le');
  for (const bytes of [cp1251, utf16, Buffer.from(utf16).swap16(), Buffer.from('\uFEFFПривет')])
    expect(decodeText(bytes)).toBe('Привет');
});

const cue = (from: string, to: string, words: string): string => `00:00:${from}.000 --> 00:00:${to}.000\n${words}\n`;

test('a cue that takes no time or ends before it begins is left out', () => {
  const text = `1\n00:00:01,000 --> 00:00:01,000\nПусто\n\n2\n00:00:05,000 --> 00:00:04,000\nНазад\n\n3\n00:00:06,000 --> 00:00:07,000\nДальше\n`;
  expect(toWebVtt(text)).toBe(`WEBVTT\n\n${cue('06', '07', 'Дальше')}`);
});

test('a timing line ends the cue before it, and a number before that line is not shown', () => {
  const one = '1\n00:00:01,000 --> 00:00:02,000\nШаг\n2026';
  const rest = '00:00:03,000 --> 00:00:04,000\nДва\n00:00:05,000 --> 00:00:06,000\n\n00:00:07,000 --> 00:00:08,000\n4';
  const cues = (words: string) => [cue('01', '02', words), cue('03', '04', 'Два'), cue('07', '08', '4')].join('\n');
  expect(toWebVtt(`${one}\n2\n${rest}`)).toBe(`WEBVTT\n\n${cues('Шаг\n2026')}`);
  expect(toWebVtt(`${one}\n\n${rest}`)).toBe(`WEBVTT\n\n${cues('Шаг\n2026')}`);
  expect(toWebVtt(`1\n00:00:01,000 --> 00:00:02,000\n2\n${rest}`)).toBe(
    `WEBVTT\n\n${[cue('03', '04', 'Два'), cue('07', '08', '4')].join('\n')}`,
  );
});

test.each([
  ['Пишите на <security@bank.uz>', 'Пишите на &lt;security@bank.uz>'],
  ['R&D, 1 < 2 && 3 > 2', 'R&amp;D, 1 &lt; 2 &amp;&amp; 3 > 2'],
  ['&lt;b&gt; &amp; &#8212; &#x2014; &nbsp;', '&lt;b&gt; &amp; &#8212; &#x2014; &nbsp;'],
  ['<v.loud Анна>Привет</v> <i>да</i>', '<v.loud Анна>Привет</v> <i>да</i>'],
  ['<v R&amp;D & Co>Да', '<v R&amp;D & Co>Да'],
  ['<c.yellow.bg_blue>а</c><lang ru>б</lang>', '<c.yellow.bg_blue>а</c><lang ru>б</lang>'],
  ['<ruby>漢<rt>kan</rt></ruby> <00:00:01.500>слово', '<ruby>漢<rt>kan</rt></ruby> <00:00:01.500>слово'],
  ['<font color="red">Стоп</font> <I>да</I>', 'Стоп <i>да</i>'],
  ['<br> <ivan> <vasya@bank.uz> </p>', '&lt;br> &lt;ivan> &lt;vasya@bank.uz> &lt;/p>'],
  ['<i', '&lt;i'],
])('a cue shows what was written: %s', (written, stored) => {
  const file = toWebVtt(`00:00:01,000 --> 00:00:02,000\n${written}\n`);
  expect(file).toBe(`WEBVTT\n\n${cue('01', '02', stored)}`);
  expect(toWebVtt(file!), 'and the stored file stays as it is').toBe(file);
});
