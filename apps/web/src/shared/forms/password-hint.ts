import type { SealedState } from '@sergak/contract/sealed.schema.ts';

/** What a form says about a stored password: it is kept, it is deleted with another server, or it was lost. */
export const passwordHint = (state: SealedState, isSameServer: boolean): 'keep' | 'gone' | 'lost' | undefined => {
  if (state === 'none') return undefined;
  if (state === 'lost') return 'lost';
  return isSameServer ? 'keep' : 'gone';
};
