import { Transform, type TransformCallback } from 'node:stream';
import type { HostUse, ScormManifest, ScormWarning } from '@sergak/contract/scorm/scorm.schema.ts';
import { launchableItems } from '@sergak/contract/scorm/items.rules.ts';
import { warning } from './manifest-links.ts';
import { loadedHosts, sortedUses } from './packages-hosts.ts';
import { isPage, namedIn } from './packages-pages.ts';

const SCANNED = /\.(html?|xhtml|js|mjs|css|json|xml)$/i;
const API_CALLS = /LMSInitialize|API_1484_11|\.Initialize\s*\(|doLMSInitialize/;
/** What an HTML5 course shows; a package with Flash files and none of these is made of Flash. */
const MEDIA = /\.(mp4|webm|m4v|ogv|mp3|m4a|svg|json|woff2?)$/i;
/** Maximum number of hosts that the report names. */
const HOSTS_MAX = 100;
/** Maximum number of names of other files that are kept of one file. */
const NAMES_MAX = 2_000;
/** Characters kept of the previous chunk, so that a match across two chunks is found. */
const OVERLAP = 1_000;

/** What the scripts and pages of a package contain, gathered while it is unpacked. */
export type ContentScan = {
  /** A stream that reads along; undefined for files that are not text. */
  watch(path: string): Transform | undefined;
  /** Hosts that the package loads from when it runs. */
  hosts(): { host: string; uses: HostUse[] }[];
  /** Whether a file calls the run-time API. */
  callsApi(): boolean;
  /** The pages and scripts that each page and script names. */
  named(): ReadonlyMap<string, ReadonlySet<string>>;
  warnings(manifest: ScormManifest): ScormWarning[];
};

export const createContentScan = (): ContentScan => {
  let apiCalls = false;
  /** Flash files, and whether the package can show something without Flash. */
  const flash = new Set<string>();
  let hasMedia = false;
  const hosts = new Map<string, Set<HostUse>>();
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
    for (const { host, use, insecure: plain } of loadedHosts(text, path)) {
      const uses = hosts.get(host) ?? new Set<HostUse>();
      if (hosts.size < HOSTS_MAX) hosts.set(host, uses.add(use));
      if (plain) insecure.add(path);
    }
  };
  return {
    watch: (path) => {
      if (/\.swf$/i.test(path)) flash.add(path);
      else if (MEDIA.test(path)) hasMedia = true;
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
    hosts: () => [...hosts].map(([host, uses]) => ({ host, uses: sortedUses(uses) })),
    callsApi: () => apiCalls,
    named: () => named,
    warnings: (manifest) => {
      const launched = launchableItems(manifest.items);
      const scos = launched.filter((item) => item.type === 'sco');
      const launchesFlash = launched.some((item) => /\.swf($|[?#])/i.test(item.launch!));
      return [
        ...(launchesFlash || !hasMedia ? warning('flash_only', flash) : []),
        ...(scos.length > 0 && !apiCalls ? [{ code: 'no_api_calls' as const, places: [] }] : []),
        ...warning('insecure_resource', insecure),
        ...warning('external_host', hosts.keys()),
      ];
    },
  };
};
