/** Gateways that rewrite links and keep the target readable in them. */
const readable = /(?:^|\.)(?:safelinks\.protection\.outlook\.com|urldefense\.com|urldefense\.proofpoint\.com)$/;
/** Gateways whose links hide the target. */
const opaque =
  /(?:^|\.)(?:mimecast\.com|mimecastprotect\.com|linkprotect\.cudasvc\.com|secure-web\.cisco\.com|clicktime\.symantec\.com|protection\.sophos\.com|protect2\.fireeye\.com|scanmail\.trustwave\.com)$/;
/** Exchange Online adds it to emails of unknown senders. */
const banner = /^https:\/\/aka\.ms\/LearnAboutSenderIdentification$/i;
const harmless = /^(?:$|#|(?:mailto|cid|tel|sms|data|x-apple-data-detectors):)/i;

/** Stands for a link that cannot be read, and for those above the limit: no host has this name. */
const UNKNOWN = '?';
const HOSTS_MAX = 200;
const LINK_MAX = 4_000;

const decoded = (text: string): string =>
  text.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The host to which a link leads behind the gateways that rewrote it; empty if none can be read. */
export const realHost = (link: string): string => {
  const url = URL.parse(unescaped(link));
  if (url === null || !/^(?:https?|ftp):$/.test(url.protocol)) return '';
  if (!readable.test(url.hostname)) return url.hostname;
  return targetsOf(url).find((host) => host !== UNKNOWN) ?? '';
};

const hostsOfLink = (link: string): string[] => {
  if (harmless.test(link) || banner.test(link)) return [];
  const url = URL.parse(link.startsWith('//') ? `https:${link}` : link);
  if (link.length > LINK_MAX || url === null || !/^(?:https?|ftp):$/.test(url.protocol)) return [UNKNOWN];
  if (opaque.test(url.hostname)) return [];
  return readable.test(url.hostname) ? targetsOf(url) : [url.hostname];
};

/** Hosts of the targets in a link of a gateway. The second form of Proofpoint writes «-3A» for «%3A» and «_» for «/». */
const targetsOf = ({ pathname, search }: URL): string[] => {
  const path = `${pathname}${search}`;
  const escaped = path.startsWith('/v2/') ? path.replace(/-([0-9A-F]{2})/g, '%$1').replaceAll('_', '/') : path;
  const targets = [...decoded(decoded(escaped)).matchAll(/https?:\/+[^/?#\s&"<>]+/gi)].map(
    ([target]) => URL.parse(target)?.hostname ?? UNKNOWN,
  );
  return targets.length === 0 ? [UNKNOWN] : targets.filter((host) => !readable.test(host) && !opaque.test(host));
};

const unescaped = (value: string): string =>
  value
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi, (_, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replaceAll('&amp;', '&')
    // Browsers skip these inside an address.
    .replace(/[\t\r\n]/g, '')
    .trim();

/** Hosts to which the links of a text and of HTML lead, without gateways that rewrote them. Pictures are no links. */
export const linkHosts = (html: string, text: string): string[] => {
  const links = [
    ...[...html.matchAll(/[\s/"':](?:href|action|formaction)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi)].map((match) =>
      unescaped(match[1] ?? match[2] ?? match[3] ?? ''),
    ),
    ...[...text.matchAll(/(?:https?|ftp):\/\/[^\s<>"']+|\bwww\.[^\s<>"'/]+\.[^\s<>"']+/gi)].map(([link]) =>
      (/^www/i.test(link) ? `https://${link}` : link).replace(/(?<![).,;:\]*])[).,;:\]*]+$/, ''),
    ),
  ];
  const hosts = new Set<string>();
  for (const link of links) {
    for (const host of hostsOfLink(link)) hosts.add(host.toLowerCase());
    if (hosts.size > HOSTS_MAX) return [UNKNOWN];
  }
  return [...hosts];
};
