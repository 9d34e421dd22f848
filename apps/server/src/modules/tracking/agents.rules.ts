import { LRUCache } from 'lru-cache';

/**
 * What a user agent says about itself. It is a claim, so it decides alone only where no person can be behind the name:
 * `unnamed` sends none · `image_proxy` loads pictures when its reader opens the email · `privacy_proxy` loads the pictures of all
 * emails · `office` is Outlook or another program of Office · `program` is no browser of a person · `suspicious` is a browser whose
 * name contains a word that scanners use · `browser` is any other.
 */
export type Nature = 'unnamed' | 'image_proxy' | 'privacy_proxy' | 'office' | 'program' | 'suspicious' | 'browser';

const imageProxies = /GoogleImageProxy|YahooMailProxy|YahooCacheSystem|yandex\.?imageresizer|mail\.ru image/i;
/** Apple's Mail Privacy Protection sends nothing but the first word, Gmail's preloading an Edge that never existed. */
const privacyProxies = /^Mozilla\/5\.0$|Edge\/12\.246 Mozilla\/5\.0$/;
/** Outlook, Word, Excel and PowerPoint load the pictures of an email or a document under these names. */
const office = /ms-office|msoffice|microsoft (?:office|outlook)|libreoffice|wps office/i;
/** Office asks under these names whether a link exists, without a person. */
const officeDiscovery = /microsoft office (?:existence|protocol) discovery|microsoft data access internet publishing/i;

/** Names that no browser of a person has: libraries, automated browsers, crawlers, previews of messengers. */
const programs = new RegExp(
  [
    String.raw`\b(?:python(?:-requests|-urllib|-httpx)?|aiohttp|curl|libcurl|wget|libwww-perl|lwp|go-http-client|java|okhttp|axios|node-fetch|undici|ruby|perl|php|guzzlehttp|apache-httpclient|ahc|windowspowershell|powershell|postmanruntime|insomnia|winhttp)\/`,
    String.raw`^(?:node|undici|ruby|perl|python|curl|axios)$`,
    'headlesschrome|phantomjs|electron-scan|puppeteer|playwright|selenium|htmlunit',
    String.raw`facebookexternalhit|whatsapp\/|skypeuripreview|bingpreview|slackbot|telegrambot|twitterbot|linkedinbot|discordbot|google-safety|google-read-aloud|microsoftpreview`,
    // Crawlers name a page about themselves; no browser does.
    String.raw`\+https?:`,
    'urlscan|virustotal|safelinks|proofpoint|mimecast|ironport|fireeye|messagelabs|cloudmark',
  ].join('|'),
  'i',
);
/**
 * Words in the names of scanners, but also of browsers that people use: apps that scan QR codes, CUBOT phones, browsers of security
 * suites.
 */
const scannerWords =
  /bot\b|crawler|spider|scanner|preview|kaspersky|trend ?micro|symantec|sophos|drweb|zscaler|forcepoint|barracuda|ruby|perl/i;
/** The engine of a browser that a person can look at. */
const engine = /^Dalvik\/|^Mozilla\/5\.0 \((?!compatible)[^)]*\).*(?:AppleWebKit\/|Gecko\/\d|Trident\/)/i;

const read = (userAgent: string): Nature => {
  const name = userAgent.trim();
  if (name === '') return 'unnamed';
  if (imageProxies.test(name)) return 'image_proxy';
  if (privacyProxies.test(name)) return 'privacy_proxy';
  if (officeDiscovery.test(name) || programs.test(name)) return 'program';
  if (office.test(name)) return 'office';
  if (!scannerWords.test(name)) return 'browser';
  return engine.test(name) ? 'suspicious' : 'program';
};

/** Matching a name against all patterns takes longer than storing an event, and few programs make most requests. */
const natures = new LRUCache<string, Nature>({ max: 2_000, memoMethod: read });

export const natureOf = (userAgent: string): Nature => natures.memo(userAgent);
