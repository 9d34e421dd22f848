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
