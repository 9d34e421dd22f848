import { call, type CallInput, type CallOutput, touchedFamilies } from './api.ts';
import { text } from './i18n/use-t.ts';
import { notifyError } from './query-client.ts';
import { refresh, type WriteId } from './query.ts';
import type { Toast } from './toasts.ts';

/** The action «Вернуть» of a toast: makes the call that undoes a deletion, then calls `onDone`, which reports the result. */
export const undoAction = <K extends WriteId>(
  id: K,
  input: CallInput<K>,
  onDone: (answer: CallOutput<K>) => void,
): NonNullable<Toast['action']> => ({
  label: text('commons:undo'),
  run: () => {
    void call(id, input).then(
      async (answer) => {
        onDone(answer);
        await refresh(...touchedFamilies(id));
      },
      (error: unknown) => notifyError(error),
    );
  },
});
