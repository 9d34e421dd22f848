import type { CommitAnswer } from '@sergak/contract/scorm/runtime.schema.ts';

/** Requests of a closing page, beacons and fetches with keepalive, share 64 KiB. Texts are measured in UTF-8. */
const KEEPALIVE_MAX = 60_000;
const bytesOf = (text: string): number => new Blob([text]).size;

export type CommitOutcome =
  | { readonly kind: 'answered'; readonly answer: CommitAnswer }
  /** No connection, or the server cannot store at the moment: worth another try. */
  | { readonly kind: 'later' }
  /** The player may no longer write. */
  | { readonly kind: 'ended' }
  /** The server, or a firewall before it, rejects this content. */
  | { readonly kind: 'rejected' };

/** Sends a commit of the SCORM player and waits for the answer. The request outlives the page if it is small enough. */
export const sendCommit = async (address: string, body: string): Promise<CommitOutcome> => {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body,
      keepalive: bytesOf(body) < KEEPALIVE_MAX,
      credentials: 'omit',
    });
    if (answer.ok) return { kind: 'answered', answer: (await answer.json()) as CommitAnswer };
    if ([401, 404].includes(answer.status)) return { kind: 'ended' };
    const isPassing = answer.status >= 500 || [408, 425, 429].includes(answer.status);
    return { kind: isPassing ? 'later' : 'rejected' };
  } catch {
    return { kind: 'later' };
  }
};

/** Hands a commit over to the browser while the page closes; false if it is too large. */
export const beaconCommit = (address: string, body: string): boolean =>
  bytesOf(body) < KEEPALIVE_MAX && navigator.sendBeacon(address, new Blob([body], { type: 'text/plain' }));
