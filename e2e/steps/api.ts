import type { Page } from '@playwright/test';

// oxlint-disable-next-line typescript/no-explicit-any -- bodies have many shapes
type Answered = { status: number; body: any };
type Call = { method: string; path: string; body?: unknown; files?: { name: string; base64: string } };
/** Calls the API as the person who is signed in on the page. */
export const ask = (page: Page, sent: Call): Promise<Answered> =>
  page.evaluate(async ({ method, path, body, files }) => {
    const headers: Record<string, string> = { 'x-requested-with': 'sergak' };
    let content: BodyInit | undefined;
    if (files) {
      const form = new FormData();
      const bytes = Uint8Array.from(atob(files.base64), (sign) => sign.charCodeAt(0));
      form.append('package', new Blob([bytes], { type: 'application/zip' }), files.name);
      content = form;
    } else if (body !== undefined) {
      headers['content-type'] = 'application/json';
      content = JSON.stringify(body);
    }
    const answer = await fetch(path, { method, headers, ...(content === undefined ? {} : { body: content }) });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  }, sent);
