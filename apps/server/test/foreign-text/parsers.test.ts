import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inProcess, inWorkers } from './functions.ts';

const source = join(import.meta.dirname, '../../src');
const PARSERS =
  /^import (?!type)[^;]*? from '(?:saxes|parse5|css-tree|postal-mime|cfb|rtf-stream-parser|htmlparser2|yauzl|music-metadata|bowser|@node-saml\/[\w-]+|xml-encryption|xml-crypto|@xmldom\/xmldom|@hyzyla\/pdfium|ldapts|tldts|sharp|openid-client|html-to-text|fast-xml-parser|sax|cheerio|markdown-it|marked|ical\.js)'/m;

test('every file that uses a parser of foreign documents runs in a bounded worker or is tested for its growth', () => {
  const found = globSync('**/*.ts', { cwd: source })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.(?:test|fixture)\.ts$|\/test-[\w-]+\.ts$/.test(file))
    .filter((file) => PARSERS.test(readFileSync(join(source, file), 'utf8')))
    .filter((file) => !/directory-fault\.ts$/.test(file));
  expect(found.toSorted()).toEqual([...Object.keys(inWorkers), ...Object.keys(inProcess)].toSorted());
  for (const worker of Object.values(inWorkers)) expect(existsSync(join(source, worker)), worker).toBe(true);
});
