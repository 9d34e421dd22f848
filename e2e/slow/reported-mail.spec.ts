import { expect, test } from '@playwright/test';
import { PASSWORD, startDovecot, whyNoDovecot } from '../../apps/server/test/dovecot.ts';
import { newOrganization } from '../running.ts';
import { askFor } from '../steps/api.ts';
import { haveMailDomain, newAdministrator } from '../steps/prepare.ts';

// A hostile message is reported and read: the browser asks nobody for anything, and no link leads away.
test.setTimeout(180_000);

const hostile = (by: string, site: string) => `From: <${by}>\r
To: <report@company.test>\r
Message-ID: <report-1@company.test>\r
MIME-Version: 1.0\r
Content-Type: multipart/mixed; boundary="r"\r
\r
--r\r
Content-Type: message/rfc822\r
\r
From: Bank <a@evil.test>\r
Subject: Hostile\r
Message-ID: <hostile@evil.test>\r
MIME-Version: 1.0\r
Content-Type: text/html; charset=utf-8\r
\r
<html><head><base href="${site}/"><meta http-equiv="refresh" content="0;url=${site}/refresh"><link rel="stylesheet" href="${site}/css">\r
<link rel="dns-prefetch" href="${site}"><style>@import url(${site}/import);body{background:url(${site}/background)}@font-face{font-family:x;src:url(${site}/font)}p{font-family:x}</style></head>\r
<body background="${site}/body" onload="fetch('${site}/onload')"><p>The message</p><img src="${site}/picture"><img srcset="${site}/srcset 1x">\r
<script>fetch('${site}/script')</script><iframe src="${site}/frame"></iframe><object data="${site}/object"></object><video poster="${site}/poster" src="${site}/video"></video>\r
<svg><image href="${site}/svg"/></svg><form action="${site}/form"><input autofocus onfocus="this.form.submit()"></form><a href="${site}/link" ping="${site}/ping">Open</a></body></html>\r
--r--\r
`;

test('a hostile message makes no request when it is read', async ({ browser }) => {
  test.skip(whyNoDovecot !== null, whyNoDovecot ?? '');
  const site = await newOrganization();
  const administrator = await newAdministrator(browser, site);
  await haveMailDomain(administrator, site.domain);
  const dovecot = await startDovecot([{ name: 'report' }]);
  try {
    await askFor(administrator, {
      method: 'PUT',
      path: '/lk/api/v2/settings/report-address',
      body: {
        address: `report@${site.domain}`,
        host: '127.0.0.1',
        port: dovecot.port,
        security: 'none',
        username: 'report',
        password: PASSWORD,
        folder: 'INBOX',
        forward_to: null,
        thanks: false,
        version: 0,
      },
    });
    await dovecot.deliver('report', [Buffer.from(hostile(site.first.email, 'http://127.0.0.1:9/evil'))]);
    const asked: string[] = [];
    administrator.on('request', (request) => asked.push(request.url()));
    await expect(async () => {
      await administrator.goto(`${site.portal}/lk/admin/phishing/suspicious`);
      await administrator.getByRole('button', { name: 'Hostile' }).click({ timeout: 5_000 });
    }).toPass({ timeout: 120_000 });
    const frame = administrator.frameLocator('iframe');
    await expect(frame.getByText('The message')).toBeVisible();
    await frame.getByText('Open').click();
    await expect(frame.getByText('hxxp://127[.]0[.]0[.]1:9/evil/link')).toBeVisible();
    await administrator.waitForTimeout(1_000);
    expect(asked.filter((url) => url.includes('evil'))).toEqual([]);
    await expect(frame.getByText('The message')).toBeVisible();
  } finally {
    await dovecot.stop();
  }
});
