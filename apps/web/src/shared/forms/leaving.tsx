import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useT } from '../i18n/use-t.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { markUnsaved } from '../unsaved.ts';

type Options = {
  dirty: boolean;
  /** The reason why the changes cannot be saved now. */
  held?: string | undefined;
  /** Stores the changes. Resolves to whether the server has confirmed that they are stored. */
  save: () => Promise<boolean>;
  /** Whether dropped changes stay in the browser as a draft. */
  kept?: boolean;
  /** Names of query parameters that identify the open thing: a change of their values leaves it. */
  within?: readonly string[];
};
type Leaving = {
  /** The question before changes are lost. Render it in the editor. */
  readonly question: ReactNode;
  /** Saves, by default as a leave does, and calls `then` once the changes are stored. */
  readonly saveAndLeave: (then: () => void, how?: () => Promise<boolean>) => void;
  /** Calls `then` without saving; asks first if there are changes. */
  readonly drop: (then: () => void) => void;
};

/**
 * The way out of every editor: whoever leaves the page saves. If the changes cannot be saved, or saving fails, the editor
 * stays open with them and the person decides.
 */
export const useLeaving = ({ dirty, held, save, kept = false, within = [] }: Options): Leaving => {
  const t = useT('commons');
  // What was stored or dropped asks no more, also before the next render.
  const passed = useRef(false);
  const running = useRef<Promise<boolean>>(null);
  const [failed, setFailed] = useState(false);
  const [dropping, setDropping] = useState<{ readonly go: () => void } | null>(null);
  useEffect(() => (dirty ? markUnsaved() : undefined), [dirty]);
  const store = async (how = save): Promise<boolean> => {
    running.current ??= how();
    try {
      return await running.current;
    } finally {
      running.current = null;
    }
  };
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const valueOf = (search: unknown, name: string): unknown => (search as Record<string, unknown>)[name];
      const leaves =
        current.pathname !== next.pathname ||
        within.some((name) => valueOf(current.search, name) !== valueOf(next.search, name));
      if (!leaves || !dirty || passed.current) return false;
      if (held !== undefined) return true;
      const stored = await store();
      setFailed(!stored);
      return !stored;
    },
    enableBeforeUnload: () => dirty && !passed.current,
    withResolver: true,
  });
  const reason =
    held !== undefined
      ? t('unsaved.held', { reason: held.replace(/\.$/, '') })
      : failed
        ? t('unsaved.failed')
        : undefined;
  const asking = blocker.status === 'blocked';
  return {
    question: (
      <ConfirmDialog
        opened={asking || dropping !== null}
        title={t('unsaved.title')}
        action={t('unsaved.leave')}
        onConfirm={() => {
          if (asking) return blocker.proceed();
          passed.current = true;
          setDropping(null);
          dropping?.go();
        }}
        onClose={() => (asking ? blocker.reset() : setDropping(null))}
      >
        {asking && reason !== undefined && <p>{reason}</p>}
        {t(kept ? 'unsaved.kept' : 'unsaved.text')}
      </ConfirmDialog>
    ),
    saveAndLeave: (then, how) =>
      void store(how).then((stored) => {
        if (!stored) return;
        passed.current = true;
        then();
      }),
    drop: (then) => {
      if (dirty && !passed.current) return setDropping({ go: then });
      passed.current = true;
      then();
    },
  };
};

/** The way out of an editor that is a form: a valid form is saved. */
export const useFormLeaving = <V extends FieldValues>(
  form: UseFormReturn<V>,
  save: (values: V) => Promise<boolean>,
): Leaving => {
  const t = useT('commons');
  const { isDirty, isValid } = form.formState;
  return useLeaving({
    dirty: isDirty,
    held: isValid ? undefined : t('save_bar.wrong'),
    save: async () => {
      let stored = false;
      await form.handleSubmit(async (values) => {
        stored = await save(values);
      })();
      return stored;
    },
  });
};
