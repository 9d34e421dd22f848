import { Transform, type TransformCallback } from 'node:stream';
import type { ScormManifest, ScormWarning } from '@sergak/contract/scorm/scorm.schema.ts';
import { launchableItems } from '@sergak/contract/scorm/items.rules.ts';
import { warning } from './manifest-links.ts';
import { isPage, namedIn } from './packages-pages.ts';

const SCANNED = /\.(html?|xhtml|js|mjs|css|json|xml)$/i;
const API_CALLS = /LMSInitialize|API_1484_11|\.Initialize\s*\(|doLMSInitialize/;
const HOST = /https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi;
/** Names of formats and of documentation, which no browser requests. */
const NAMES_ONLY =
  /(^|\.)(w3\.org|adlnet\.(org|gov)|imsglobal\.org|imsproject\.org|ieee\.org|ltsc\.ieee\.org|xmlsoap\.org|purl\.org|example\.(com|org)|schemas\.microsoft\.com|openxmlformats\.org|adobe\.com|mozilla\.org|github\.com|jquery\.(com|org)|opensource\.org|apache\.org|reactjs\.org|fb\.me|npms\.io|whatwg\.org)$/i;
const RESOURCE = /(?:src|href|data)\s*=\s*["']http:\/\/([a-z0-9.-]+)/gi;
/** Maximum number of names of other files that are kept of one file. */
const NAMES_MAX = 2_000;
/** Characters kept of the previous chunk, so that a match across two chunks is found. */
const OVERLAP = 600;

/** What the scripts and pages of a package contain, gathered while it is unpacked. */
export type ContentScan = {
  /** A stream that reads along; undefined for files that are not text. */
  watch(path: string): Transform | undefined;
  /** Whether a file calls the run-time API. */
  callsApi(): boolean;
  /** The pages and scripts that each page and script names. */
  named(): ReadonlyMap<string, ReadonlySet<string>>;
  warnings(manifest: ScormManifest): ScormWarning[];
};

export const createContentScan = (): ContentScan => {
  let apiCalls = false;
  const hosts = new Set<string>();
  const insecure = new Set<string>();
  const named = new Map<string, Set<string>>();
  const collect = (text: string, path: string) => {
    const names = named.get(path) ?? new Set<string>();
    named.set(path, names);
    for (const name of namedIn(text)) if (names.size < NAMES_MAX) names.add(name);
  };
  const read = (text: string, path: string) => {
    apiCalls ||= API_CALLS.test(text);
    if (isPage(path) || path.toLowerCase().endsWith('.js')) collect(Buffer.from(text, 'latin1').toString('utf8'), path);
    for (const [, host] of text.matchAll(HOST)) if (!NAMES_ONLY.test(host!)) hosts.add(host!.toLowerCase());
    if (/\.x?html?$/i.test(path)) for (const _ of text.matchAll(RESOURCE)) insecure.add(path);
  };
  return {
    watch: (path) => {
      if (!SCANNED.test(path) || path.toLowerCase() === 'imsmanifest.xml') return undefined;
      let tail = '';
      return new Transform({
        transform(chunk: Buffer, _encoding, done: TransformCallback) {
          const text = tail + chunk.toString('latin1');
          read(text, path);
          tail = text.slice(-OVERLAP);
          done(null, chunk);
        },
      });
    },
    callsApi: () => apiCalls,
    named: () => named,
    warnings: (manifest) => {
      const launched = launchableItems(manifest.items);
      const scos = launched.filter((item) => item.type === 'sco');
      const flash = launched.filter((item) => /\.swf($|[?#])/i.test(item.launch!));
      return [
        ...warning(
          'flash_only',
          flash.map((item) => item.launch!),
        ),
        ...(scos.length > 0 && !apiCalls ? [{ code: 'no_api_calls' as const, places: [] }] : []),
        ...warning('insecure_resource', insecure),
        ...warning('external_host', hosts),
      ];
    },
  };
};
