import { addressOf, type Endpoint } from '@sergak/contract/endpoint.ts';
import { errorCodes } from '@sergak/contract/errors.ts';
import { escapeHtml } from '@sergak/contract/text.rules.ts';
import { callErrors, commonErrors } from './call-errors.ts';

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 15%, transparent); }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 980px; margin: 0 auto; padding: 24px; }
nav { columns: 4 140px; margin: 16px 0 32px; } nav a { display: block; }
h2 { margin-top: 40px; border-bottom: 1px solid var(--line); }
article { padding: 10px 0; border-bottom: 1px solid var(--line); }
code { font: 13px ui-monospace, monospace; } .m { display: inline-block; min-width: 62px; font-weight: 600; }
td { padding: 2px 16px 2px 0; vertical-align: top; } p { margin: 4px 0; } .s { opacity: .75; font-size: 13px; }`;

/** Lists the call's own codes by name, and the common ones, which are described once at the top, by status. */
const errorsOf = (e: Endpoint): string => {
  const common = new Set(commonErrors.map(({ code }) => code));
  return [...callErrors(e)]
    .map(([status, codes]) =>
      [status, ...codes.filter((code) => !common.has(code)).map((code) => `<code>${code}</code>`)].join(' '),
    )
    .join(', ');
};

const commonTable = `<h2 id="errors">Errors that any call may answer</h2><table>${commonErrors
  .map(
    ({ code, when }) =>
      `<tr><td>${errorCodes[code]}</td><td><code>${code}</code></td><td>${escapeHtml(when)}</td></tr>`,
  )
  .join('')}</table>`;

const article = (id: string, e: Endpoint) => `
<article id="${escapeHtml(id)}">
  <p><code><span class="m">${e.method}</span>${escapeHtml(addressOf(e.path).replace(/:(\w+)/g, '{$1}'))}</code></p>
  <p>${escapeHtml(e.about)}</p>
  <p class="s">Permission: <code>${e.permission}</code>${e.least ? `, from ${e.least} up` : ''} · Errors: ${errorsOf(e)}</p>
</article>`;

/** Renders the reference of all calls as one plain page. The schemas are in openapi.json. */
export const referencePage = (table: Readonly<Record<string, Endpoint>>): string => {
  const groups = Map.groupBy(Object.entries(table), ([id]) => id.split('.')[0]!);
  const nav = [...groups.keys()].map((name) => `<a href="#${name}">${name}</a>`).join('');
  const parts = [...groups].map(
    ([name, list]) => `<h2 id="${name}">${name}</h2>${list.map(([id, e]) => article(id, e)).join('')}`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sergak API</title><style>${style}</style></head><body>
<h1>Sergak API</h1>
<p>Schemas of every call: <a href="/lk/api/docs/openapi.json">openapi.json</a>. Sign in with
<code>POST /lk/api/v2/auth/login</code> and send the token as <code>Authorization: Bearer …</code>. Lists answer
<code>data</code> and, where paged, <code>total_count</code>. A failed call answers
<code>{status, code, message, detail, details, request_id}</code>. A write may carry <code>Idempotency-Key</code>:
repeated with the same key, it answers what it answered the first time. <code>X-Language</code> (ru, en, uz) asks for names
and texts in another language than that of the caller’s profile.</p>
<nav><a href="#errors">errors</a>${nav}</nav>${commonTable}${parts.join('')}</body></html>`;
};
