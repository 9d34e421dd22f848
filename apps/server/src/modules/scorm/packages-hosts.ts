import { hostUses, type HostUse } from '@sergak/contract/scorm/scorm.schema.ts';

/** An address on another host: the host in the first group after the ones that a pattern adds. */
const ADDRESS = String.raw`(?:https?:)?\/\/([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8})([^"'\s<>)]{0,300})`;
const TAG = /<(script|link|iframe|frame|img|video|audio|source|embed|object|track|input)\b([^<>]{0,3000})/gi;
const IN_TAG = new RegExp(String.raw`\b(?:src|href|data|poster)\s{0,3}=\s{0,3}["']?${ADDRESS}`, 'i');
const IN_CSS = new RegExp(String.raw`(@import\s{1,3}["']?|url\(\s{0,3}["']?)${ADDRESS}`, 'gi');
const IN_CODE = new RegExp(
  String.raw`(\b(?:src|url|poster|video|file)["']?\s{0,3}[=:]|\b(?:fetch|import|importScripts|getScript|loadScript|getJSON|ajax|get|post|open)\((?:\s{0,3}["'](?:GET|POST)["'],)?|\bfrom)\s{0,3}\\?["'\`]${ADDRESS}`,
  'gi',
);
/** Names of formats, which no browser requests. */
const NAMES_ONLY =
  /(^|\.)(w3\.org|adlnet\.(org|gov)|imsglobal\.org|imsproject\.org|ieee\.org|xmlsoap\.org|purl\.org|example\.(com|org)|schemas\.microsoft\.com|openxmlformats\.org)$/i;
/** Files that describe libraries and are never loaded. */
const DESCRIPTIONS = /(^|\/)(package(-lock)?|bower|composer|component|tsconfig)\.json$/i;

const TAG_USES: Readonly<Record<string, HostUse>> = {
  script: 'script',
  link: 'style',
  iframe: 'frame',
  frame: 'frame',
};
const byName = (path: string): HostUse | undefined =>
  /\.m?js(?:[?#]|$)/i.test(path)
    ? 'script'
    : /\.css(?:[?#]|$)/i.test(path)
      ? 'style'
      : /\.(?:woff2?|ttf|otf|eot)(?:[?#]|$)/i.test(path)
        ? 'font'
        : /\/embed\/|player/i.test(path)
          ? 'frame'
          : undefined;

/** Text without comments that begin and end with these marks. */
const withoutComments = (text: string, begin: string, end: string): string => {
  let kept = '';
  let at = 0;
  for (;;) {
    const from = text.indexOf(begin, at);
    if (from < 0) return kept + text.slice(at);
    kept += text.slice(at, from);
    const to = text.indexOf(end, from + begin.length);
    if (to < 0) return kept;
    at = to + end.length;
  }
};

export type LoadedHost = { readonly host: string; readonly use: HostUse; readonly insecure: boolean };

/** Hosts that a part of a file loads something from when the package runs. Links and addresses in comments load nothing. */
export const loadedHosts = (text: string, path: string): LoadedHost[] => {
  if (DESCRIPTIONS.test(path)) return [];
  const found: LoadedHost[] = [];
  const add = (host: string, use: HostUse, address: string) => {
    if (!NAMES_ONLY.test(host))
      found.push({ host: host.toLowerCase(), use, insecure: /["'(=\s]http:\/\//i.test(address) });
  };
  const isMarkup = /\.(x?html?|xml)$/i.test(path);
  const shown = isMarkup ? withoutComments(text, '<!--', '-->') : text;
  if (isMarkup)
    for (const [, tag, attributes] of shown.matchAll(TAG)) {
      if (tag!.toLowerCase() === 'link' && !/stylesheet/i.test(attributes!)) continue;
      const [address, host, rest] = IN_TAG.exec(attributes!) ?? [];
      if (host) add(host, TAG_USES[tag!.toLowerCase()] ?? byName(rest!) ?? 'media', address!);
    }
  const styles = /\.css$/i.test(path) ? withoutComments(shown, '/*', '*/') : shown;
  for (const [address, begin, host, rest] of styles.matchAll(IN_CSS))
    add(host!, begin!.startsWith('@') ? 'style' : (byName(rest!) ?? 'media'), address);
  const code = isMarkup ? shown.replace(TAG, '') : shown;
  for (const [address, begin, host, rest] of code.matchAll(IN_CODE))
    add(host!, byName(rest!) ?? (/import|script|from/i.test(begin!) ? 'script' : 'media'), address);
  return found;
};

/** Uses in the order of the contract. */
export const sortedUses = (uses: ReadonlySet<HostUse>): HostUse[] => hostUses.filter((use) => uses.has(use));
