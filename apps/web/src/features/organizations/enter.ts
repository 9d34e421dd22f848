import { useState } from 'react';
import { call } from '../../shared/api.ts';
import { notifyError } from '../../shared/query-client.ts';

/** Notifies the other tabs of this browser: they show data of another organisation now. */
const CHANNEL = 'sergak.organization';
const START = '/lk/admin/organization';

/** Switches the session to another organisation and reloads the page, so that no data of the previous one stays. */
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

/**
 * Reloads this tab when another tab has switched to an organisation other than `acting`. Returns a function that
 * stops this.
 */
export const followSwitches = (acting: string): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = (message: MessageEvent<unknown>) => {
    if (message.data !== acting) location.assign(START);
  };
  return () => channel.close();
};
