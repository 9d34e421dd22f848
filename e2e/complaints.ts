import type { Page } from '@playwright/test';

/** The browser's own message about an error response; responses are checked separately. */
const ofAnswer = /^Failed to load resource: the server responded with a status of/;
/** The accessibility check also tries to run in sandboxed previews and is blocked there, as intended. */
const sandboxed = /^Blocked script execution in '[^']+\/preview\//;

/** Problems of a page since the last call. */
export type Troubles = { /** Responses below 500, as `404 /path`. */ rejected: string[]; complaints: string[] };

/** Records the problems of a page: console messages, exceptions, and error responses. */
export const troublesOf = (page: Page): (() => Troubles) => {
  let found: Troubles = { rejected: [], complaints: [] };
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !ofAnswer.test(text) && !sandboxed.test(text))
      found.complaints.push(`console: ${text}`);
  });
  page.on('pageerror', (error) => found.complaints.push(`page: ${error.message}`));
  page.on('response', (answer) => {
    if (answer.status() < 400) return;
    const rejection = `${answer.status()} ${new URL(answer.url()).pathname}`;
    if (answer.status() >= 500) found.complaints.push(rejection);
    else if (!found.rejected.includes(rejection)) found.rejected.push(rejection);
  });
  return () => {
    const until = found;
    found = { rejected: [], complaints: [] };
    return { rejected: until.rejected.toSorted(), complaints: until.complaints };
  };
};
