import { useState } from 'react';
import { call } from '../../shared/api.ts';
import { notifyError } from '../../shared/query-client.ts';

/** Tells the other tabs of this browser: they show what belongs to another organisation now. */
const CHANNEL = 'sergak.organization';
const START = '/lk/admin/organization';

/** Makes the session act in another organisation and starts the page anew, so that nothing of the last one stays. */
export const useEnter = (): { enter: (id: string) => void; busy: boolean } => {
  const [busy, setBusy] = useState(false);
  const enter = (id: string): void => {
    setBusy(true);
    call('session.switch-organization', { organization_id: id }).then(
      () => {
        new BroadcastChannel(CHANNEL).postMessage(id);
        location.assign(START);
      },
      (error: unknown) => {
        setBusy(false);
        notifyError(error);
      },
    );
  };
  return { enter, busy };
};

/** Starts this tab anew when another one has gone to a different organisation than `acting`. Answers how to stop. */
export const followSwitches = (acting: string): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = (message: MessageEvent<unknown>) => {
    if (message.data !== acting) location.assign(START);
  };
  return () => channel.close();
};
