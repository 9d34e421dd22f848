/** Text of an uncompressed PDF by page, decoded with the fonts' own tables; `?` is a glyph that the font lacks. */
export const pdfPages = (pdf: Buffer): string[] => {
  const raw = pdf.toString('latin1');
  const object = (number: string) => {
    const start = raw.indexOf(`\n${number} 0 obj\n`);
    return raw.slice(start, raw.indexOf('\nendobj', start));
  };
  const fonts = new Map<string, string[]>();
  const fontTable = (number: string) => {
    const knownFont = fonts.get(number);
    if (knownFont) return knownFont;
    const table: string[] = [];
    const map = object(/\/ToUnicode (\d+) 0 R/.exec(object(number))![1]!);
    for (const [, from, list] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
      [...list!.replaceAll(' ', '').matchAll(/<([0-9a-f]*)>/g)].forEach(([, hex], i) => {
        table[parseInt(from!, 16) + i] = (hex!.match(/.{4}/g) ?? [])
          .map((code) => String.fromCharCode(parseInt(code, 16)))
          .join('');
      });
    }
    fonts.set(number, table);
    return table;
  };
  const pages = [...raw.matchAll(/\n(\d+) 0 obj\n<<\n\/Type \/Page\n/g)].map(([, number]) => object(number!));
  return pages.map((body) => {
    const resources = object(/\/Resources (\d+) 0 R/.exec(body)![1]!);
    const names = new Map([...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, number]) => [name, number!]));
    const content = object(/\/Contents (\d+) 0 R/.exec(body)![1]!);
    let table: string[] = [];
    let text = '';
    for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font) table = fontTable(names.get(font)!);
      else
        text += `${[...shown!.matchAll(/<([0-9a-f]+)>/g)]
          .map(([, hex]) =>
            hex!
              .match(/.{4}/g)!
              .map((code) => (code === '0000' ? '?' : (table[parseInt(code, 16)] ?? '?')))
              .join(''),
          )
          .join('')}\n`;
    }
    return text;
  });
};

/** The text without line breaks and spaces, since the layout may break lines anywhere. */
export const squeezed = (text: string) => text.replace(/\s+/g, '');
