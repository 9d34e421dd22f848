import type { Page } from '@playwright/test';

// oxlint-disable-next-line typescript/no-explicit-any -- bodies have many shapes
type Answered = { status: number; body: any };
type UploadedFile = { name: string; mimeType: string; buffer: Buffer };
type Call = {
  method: string;
  path: string;
  body?: unknown;
  /** By the name of the field. */ files?: Record<string, UploadedFile>;
};

/** Calls the API as the person of the page's context, whose `baseURL` is the portal. The page itself need not show anything. */
export const ask = async (page: Page, { method, path, body, files }: Call): Promise<Answered> => {
  const answer = await page.request.fetch(path, {
    method,
    headers: { 'x-requested-with': 'sergak' },
    ...(body === undefined ? {} : { data: body }),
    ...(files === undefined ? {} : { multipart: files }),
  });
  const text = await answer.text();
  return { status: answer.status(), body: text === '' ? null : JSON.parse(text) };
};

/** Calls the API as `ask` does, and returns the body. Fails on an error response. */
export const askFor = async (page: Page, call: Call): Promise<Answered['body']> => {
  const { status, body } = await ask(page, call);
  if (status >= 400) throw new Error(`${call.method} ${call.path}: ${status} ${JSON.stringify(body)}`);
  return body;
};
