import type { Page } from '@playwright/test';

/** The browser's own line about an answer that we look at ourselves. */
const ofAnswer = /^Failed to load resource: the server responded with a status of/;
/** The accessibility check tries to look into sandboxed previews too, and is refused there, as it should be. */
const sandboxed = /^Blocked script execution in '[^']+\/preview\//;

/** What went wrong on a page since it was last asked. */
export type Troubles = { /** Refusals as `404 /path`. */ refused: string[]; complaints: string[] };

/** Listens to a page: to its console, to what it throws, and to each answer that is a refusal or a failure. */
export const troublesOf = (page: Page): (() => Troubles) => {
  let found: Troubles = { refused: [], complaints: [] };
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !ofAnswer.test(text) && !sandboxed.test(text))
      found.complaints.push(`console: ${text}`);
  });
  page.on('pageerror', (error) => found.complaints.push(`page: ${error.message}`));
  page.on('response', (answer) => {
    if (answer.status() < 400) return;
    const told = `${answer.status()} ${new URL(answer.url()).pathname}`;
    if (answer.status() >= 500) found.complaints.push(told);
    else if (!found.refused.includes(told)) found.refused.push(told);
  });
  return () => {
    const until = found;
    found = { refused: [], complaints: [] };
    return { refused: until.refused.toSorted(), complaints: until.complaints };
  };
};
