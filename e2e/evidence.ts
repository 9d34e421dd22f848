import type { Page, Request, TestInfo } from '@playwright/test';

const KEPT = 40;

/**
 * Records the API calls of a page. The returned function prints the latest ones if the test has failed: a picture shows
 * what the page had received, but not what it was still waiting for.
 */
export const callsOf = (page: Page): ((info: TestInfo) => void) => {
  const begun = Date.now();
  const calls: { request: Request; at: number; outcome: string }[] = [];
  const end = (request: Request, outcome: string) => {
    const call = calls.find((one) => one.request === request);
    if (call) call.outcome = `${outcome} after ${Date.now() - begun - call.at} ms`;
  };
  page.on('request', (request) => {
    if (!request.url().includes('/api/')) return;
    calls.push({ request, at: Date.now() - begun, outcome: 'no response yet' });
    if (calls.length > KEPT) calls.shift();
  });
  page.on('response', (response) => end(response.request(), String(response.status())));
  page.on('requestfailed', (request) => end(request, request.failure()?.errorText ?? 'failed'));
  return ({ status, expectedStatus, title }) => {
    if (status === expectedStatus) return;
    const lines = calls.map(
      ({ request, at, outcome }) =>
        `${at} ms: ${request.method()} ${new URL(request.url()).pathname} ${(request.postData() ?? '').slice(0, 1_000)} → ${outcome}`,
    );
    console.log([`Calls before «${title}» failed, at ${Date.now() - begun} ms:`, ...lines].join('\n'));
  };
};
