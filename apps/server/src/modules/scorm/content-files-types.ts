import { ownValue } from '../../platform/own-value.ts';

const text = (type: string) => `${type}; charset=utf-8`;

/** Types by the ending of the name. HTML has no charset here: packages declare theirs in the file. */
const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  map: 'application/json',
  xml: 'application/xml',
  xsd: 'application/xml',
  dtd: 'application/xml-dtd',
  txt: text('text/plain'),
  vtt: text('text/vtt'),
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  eot: 'application/vnd.ms-fontobject',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  wasm: 'application/wasm',
  pdf: 'application/pdf',
};

/** The type of a file of a package; undefined means that it is only offered as a download. */
export const contentType = (path: string): string | undefined =>
  ownValue(types, path.slice(path.lastIndexOf('.') + 1).toLowerCase());
