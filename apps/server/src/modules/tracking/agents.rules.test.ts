import { expect, test } from 'vitest';
import type { Hit } from './tracking.types.ts';
import { judgeAlone } from './verdict.rules.ts';

const MINUTES = 60_000;
const android = (device: string, rest = 'Chrome/131.0.0.0 Mobile Safari/537.36') =>
  `Mozilla/5.0 (Linux; Android 13; ${device}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`;
const windows = (rest: string) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`;
const iphone = (rest: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`;
const ie = (rest: string) => `Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; ${rest})`;
const NET = '.NET4.0C; .NET4.0E; .NET CLR 2.0.50727; .NET CLR 3.0.30729; .NET CLR 3.5.30729';

type Row = readonly [who: string, agent: string, source: string];
const DEVICES = 'device names: fixtures of matomo device-detector';
const GOOGLE = 'developers.google.com: Google crawlers and user-triggered fetchers';
const LISTS = 'example list of ua-parser-js';

/** Programs in which a person reads an email: they ask for its picture without naming languages. */
const readers: readonly Row[] = [
  ['Outlook 2010', ie(`${NET}; ms-office; MSOffice 14`), 'learn.microsoft.com: user agent strings of Office'],
  ['Outlook 2013', ie(`${NET}; ms-office; MSOffice 15`), 'learn.microsoft.com: user agent strings of Office'],
  ['Outlook 2016 to 2024', ie(`${NET}; ms-office; MSOffice 16`), 'learn.microsoft.com: user agent strings of Office'],
  [
    'Outlook 365',
    ie(`${NET}; Microsoft Outlook 16.0.17328; ms-office; MSOffice 16`),
    'seen in access logs of newsletters',
  ],
  ['Outlook, short', 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)', 'seen in access logs of newsletters'],
  [
    'Outlook, Office form',
    'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.14326; Pro)',
    'Exchange: client names in IIS logs',
  ],
  [
    'Outlook for Mac',
    'MacOutlook/16.78.23100802 (Intelx64 Mac OS X Version 13.6 (Build 22G120))',
    'Exchange: client names in IIS logs',
  ],
  [
    'new Outlook for Windows',
    windows('Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0 OneOutlook/1.2024.1113.200'),
    'learn.microsoft.com: new Outlook',
  ],
  ['Outlook on the web', windows('Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0'), LISTS],
  ['Thunderbird', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Thunderbird/128.4.0', LISTS],
  [
    'Apple Mail',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
    'Litmus: user agents of mail programs',
  ],
  ['Mail of an iPhone', iphone('Mobile/15E148'), 'Litmus: user agents of mail programs'],
  ['Gmail', 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)', GOOGLE],
  ['Yahoo', 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html', 'help.yahoo.com: SLN28749'],
  ['Mail.ru', 'Mozilla/5.0 (compatible; Mail.RU Image Proxy)', 'help.mail.ru: pictures in emails'],
  [
    'Yandex',
    'Mozilla/5.0 (compatible; YandexImageResizer/2.0; +http://yandex.com/bots)',
    'yandex.ru/support/webmaster: robots',
  ],
  [
    'Samsung Email',
    android('SM-A525F Build/TP1A.220624.014; wv', 'Version/4.0 Chrome/130.0.6723.58 Mobile Safari/537.36'),
    DEVICES,
  ],
  ['FairEmail', 'Dalvik/2.1.0 (Linux; U; Android 13; SM-A525F Build/TP1A.220624.014)', DEVICES],
  ['a CUBOT phone', 'Dalvik/2.1.0 (Linux; U; Android 11; CUBOT_X30 Build/RP1A.200720.011)', DEVICES],
  [
    'a mail app on a CUBOT phone',
    android('CUBOT NOTE 20 Build/QP1A.190711.020; wv', 'Version/4.0 Chrome/120.0.6099.43 Mobile Safari/537.36'),
    DEVICES,
  ],
  ['The Bat!', 'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.2; The Bat! 9.5)', LISTS],
  ['Airmail', 'Airmail 1.0 rv:148 (Macintosh; Mac OS X 10.8.3; en_BE)', LISTS],
  ['Lotus Notes', 'Mozilla/4.0 (compatible; Lotus-Notes/6.0; Windows-NT)', LISTS],
  ['Evolution', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Evolution/3.50.2', LISTS],
  ['LibreOffice', 'LibreOffice 24.2.7.2 denylistedbackend/8.7.1 OpenSSL/3.0.13', 'LibreOffice: http session'],
];

/** Browsers in which a person follows a link. */
const browsers: readonly Row[] = [
  ['Chrome', windows('Chrome/131.0.0.0 Safari/537.36'), LISTS],
  ['Edge', windows('Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0'), LISTS],
  ['Firefox', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', LISTS],
  [
    'Safari',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    LISTS,
  ],
  ['Safari of an iPhone', iphone('Version/17.5 Mobile/15E148 Safari/604.1'), LISTS],
  ['Yandex Browser', windows('Chrome/126.0.0.0 YaBrowser/24.7.0.0 Safari/537.36'), LISTS],
  ['Samsung Internet', android('SAMSUNG SM-A525F', 'SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36'), LISTS],
  ['Internet Explorer', 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko', LISTS],
  [
    'Telegram on Android',
    android('SM-A525F; wv', 'Version/4.0 Chrome/131.0.6778.39 Mobile Safari/537.36 Telegram-Android/11.4.2'),
    LISTS,
  ],
  ['Instagram', iphone('Mobile/15E148 Instagram 355.0.0.32.88'), LISTS],
];

/** Browsers of people whose names contain words of scanners: what they do decides. */
const suspicious: readonly Row[] = [
  ['a CUBOT phone', android('CUBOT NOTE 20'), DEVICES],
  ['a CUBOT tablet', android('CUBOT TAB 10 Build/TP1A.220624.014'), DEVICES],
  [
    'a QR scanner on Android',
    android('SM-A525F; wv', 'Version/4.0 Chrome/131.0.6778.39 Mobile Safari/537.36 QRScanner/3.1'),
    'apps with a WebView add their names',
  ],
  ['Kaspersky QR Scanner', iphone('Mobile/15E148 Kaspersky QR Scanner/1.9'), 'apps with a WebView add their names'],
  [
    'Kaspersky Secure Browser',
    windows('Chrome/128.0.0.0 Safari/537.36 KasperskySecureBrowser/4.1'),
    'fixtures of matomo device-detector',
  ],
  [
    'Sophos Intercept X',
    android('Pixel 7; wv', 'Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 Sophos-QR/9.7'),
    'apps with a WebView add their names',
  ],
  ['Redmi «ruby»', android('22101316G Build/ruby'), DEVICES],
  ['a document scanner', iphone('Mobile/15E148 iScanner/5.2'), 'apps with a WebView add their names'],
  ['a preview build of a browser', windows('Chrome/133.0.0.0 Safari/537.36 Vivaldi/7.1 (preview)'), LISTS],
  [
    'Trend Micro browser',
    android('Pixel 6', 'Chrome/120.0.0.0 Mobile Safari/537.36 TrendMicro/8.4'),
    'apps with a WebView add their names',
  ],
];

/** What no person looks at. */
const machines: readonly Row[] = [
  ['Apple Mail Privacy Protection', 'Mozilla/5.0', 'Litmus: Mail Privacy Protection'],
  [
    'preloading of Gmail',
    windows('Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0'),
    'gmass.co: false opens in Gmail',
  ],
  ['no name', ' ', 'RFC 9110, 10.1.5'],
  ['Barracuda', 'Barracuda Sentinel (EE)', 'gmass.co: false opens in Gmail'],
  ['Barracuda, long', 'Mozilla/5.0 (compatible; Barracuda Sentinel)', 'seen in access logs of newsletters'],
  ['Proofpoint', 'Mozilla/5.0 (compatible; Proofpoint URL Defense)', 'seen in access logs of newsletters'],
  ['Mimecast', 'Mozilla/5.0 (Windows NT 10.0) Mimecast-URL-Scanner', 'seen in access logs of newsletters'],
  ['Kaspersky', 'Kaspersky Security for Mail Server', 'seen in access logs of newsletters'],
  ['Dr.Web', 'DrWeb link checker/2.0', 'seen in access logs of newsletters'],
  [
    'Office looks whether a link exists',
    'Microsoft Office Existence Discovery',
    'learn.microsoft.com: Office and links',
  ],
  ['Office looks for WebDAV', 'Microsoft Office Protocol Discovery', 'learn.microsoft.com: Office and links'],
  ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', GOOGLE],
  [
    'Googlebot as a browser',
    `${android('Nexus 5X Build/MMB29P')} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
    GOOGLE,
  ],
  ['Google Safety', 'Google-Safety', GOOGLE],
  [
    'Google reads aloud',
    `${android('Pixel')} (compatible; Google-Read-Aloud; +https://support.google.com/webmasters/answer/1061943)`,
    GOOGLE,
  ],
  [
    'Bing',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36',
    'bing.com/webmasters: crawlers',
  ],
  ['preview of Bing', windows('Chrome/116.0.0.0 Safari/537.36 BingPreview/1.0b'), 'bing.com/webmasters: crawlers'],
  ['Telegram', 'TelegramBot (like TwitterBot)', 'core.telegram.org: link previews'],
  ['WhatsApp', 'WhatsApp/2.24.20.89 A', LISTS],
  ['Slack', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'api.slack.com/robots'],
  [
    'Teams and Skype',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
    LISTS,
  ],
  [
    'Facebook',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'developers.facebook.com: crawlers',
  ],
  ['urlscan', 'Mozilla/5.0 urlscan.io', 'urlscan.io'],
  ['curl', 'curl/8.5.0', LISTS],
  ['Wget', 'Wget/1.21.4', LISTS],
  ['Python requests', 'python-requests/2.32.3', LISTS],
  ['Python aiohttp', 'Python/3.12 aiohttp/3.10.5', LISTS],
  ['Go', 'Go-http-client/2.0', LISTS],
  ['Java', 'Apache-HttpClient/4.5.14 (Java/17.0.12)', LISTS],
  ['Java, plain', 'Java/17.0.12', LISTS],
  ['Node.js', 'node', LISTS],
  ['Ruby', 'Ruby', LISTS],
  ['PowerShell', 'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041', LISTS],
  ['headless Chrome', windows('HeadlessChrome/131.0.0.0 Safari/537.36'), 'developer.chrome.com: headless'],
  [
    'PhantomJS',
    'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
    LISTS,
  ],
  [
    'GPTBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.0; +https://openai.com/gptbot)',
    LISTS,
  ],
];

const request = (userAgent: string, kind: Hit['kind'], more: Partial<Hit> = {}): Hit => ({
  id: '019aa000-0000-7000-8000-000000000000',
  again: false,
  key: 'k',
  kind,
  at: new Date('2026-11-18T09:00:00Z'),
  address: '10.0.0.1',
  userAgent,
  prefetch: false,
  browserLike: kind !== 'opened',
  fields: kind === 'entered_data' ? ['login'] : [],
  ...more,
});
const verdict = (userAgent: string, kind: Hit['kind'], more: Partial<Hit> = {}, age: number | null = 30 * MINUTES) =>
  judgeAlone(request(userAgent, kind, more), age);
const evidence = ['used_page', 'entered_data'] as const;

test.each(readers)('an email opened in %s counts', (_, agent) =>
  expect(verdict(agent, 'opened')).toMatchObject({ human: true }),
);

test.each(browsers)('a click with %s counts', (_, agent) => {
  expect(verdict(agent, 'clicked')).toEqual({ human: true, word: '' });
  for (const kind of evidence) expect(verdict(agent, kind)).toEqual({ human: true, word: '' });
});

test.each(suspicious)('a click with %s waits for evidence, which counts', (_, agent) => {
  expect(verdict(agent, 'clicked')).toEqual({ human: false, word: 'unconfirmed' });
  for (const kind of evidence)
    for (const age of [1_000, 30 * MINUTES]) expect(verdict(agent, kind, {}, age)).toEqual({ human: true, word: '' });
  expect(verdict(agent, 'opened')).toEqual({ human: true, word: '' });
});

test.each(machines)('%s never counts, whatever it does', (_, agent) => {
  for (const kind of ['opened', 'clicked', 'opened_attachment', ...evidence] as const)
    for (const age of [null, 1_000, 30 * MINUTES])
      expect(verdict(agent, kind, {}, age)).toMatchObject({ human: false });
});

test('an automated browser under the name of a person’s browser stays outside where its origin gives it away', () => {
  const chrome = windows('Chrome/131.0.0.0 Safari/537.36');
  for (const [, agent] of [...suspicious, ['Chrome', chrome, ''] as const])
    for (const kind of ['clicked', ...evidence] as const) {
      expect(verdict(agent, kind, { address: '104.47.3.7' })).toEqual({ human: false, word: 'known_network' });
      expect(verdict(agent, kind, { prefetch: true })).toEqual({ human: false, word: 'prefetch' });
      expect(verdict(agent, kind, { browserLike: false }, null)).toEqual({ human: false, word: 'before_delivery' });
      expect(verdict(agent, kind, {}, null).human).toBe(false);
    }
});

test('evidence counts for an email of which nobody knows whether it was sent', () => {
  for (const kind of evidence) {
    const hit = request(windows('Chrome/131.0.0.0 Safari/537.36'), kind);
    expect(judgeAlone(hit, null)).toEqual({ human: false, word: 'before_delivery' });
    expect(judgeAlone(hit, null, true)).toEqual({ human: true, word: '' });
  }
});

test('both error rates of the table are known', () => {
  const wrong = (rows: readonly Row[], kind: Hit['kind'], human: boolean) =>
    rows.filter(([, agent]) => verdict(agent, kind).human !== human).map(([who]) => who);
  const people = [
    ...wrong(readers, 'opened', true),
    ...wrong(browsers, 'clicked', true),
    ...wrong(suspicious, 'entered_data', true),
  ];
  const programs = [...wrong(machines, 'opened', false), ...wrong(machines, 'clicked', false)];
  const asked = readers.length + browsers.length + suspicious.length;
  process.stdout.write(
    `people judged machines: ${people.length} of ${asked}; machines judged people: ${programs.length} of ${machines.length * 2}\n`,
  );
  expect([people, programs]).toEqual([[], []]);
});
