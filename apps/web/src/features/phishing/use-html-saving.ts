import { useState } from 'react';
import { failedWith } from '../../shared/api-error.ts';
import { call, type CallInput, type CallOutput } from '../../shared/api.ts';

type Versioned = { readonly id: string; readonly version: number };
type Reads = 'phishing.email' | 'phishing.page' | 'phishing.redirect-page' | 'phishing.template';

/** The changed values only, so that saving keeps what others changed in other fields. */
export const changedOf = <V extends object>(values: V, start: V): Partial<V> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== start[name as keyof V])) as Partial<V>;

/** The id of what a call has stored, given to `keep`; null after a failure, which `reject` looks at. */
export const storedId = <T extends { readonly id: string }>(
  write: Promise<T>,
  reject: (failure: unknown) => unknown,
  keep: (saved: T) => void,
): Promise<string | null> =>
  write.then(
    (saved) => {
      keep(saved);
      return saved.id;
    },
    (failure) => {
      void reject(failure);
      return null;
    },
  );

/**
 * The stored state that an editor began with, and the newer one that saving was rejected for: `reject` reads it after a
 * rejected save.
 */
export const useHtmlSaving = <K extends Reads>(endpoint: K, stored: (CallOutput<K> & Versioned) | null) => {
  const [base, setBase] = useState(stored);
  const [theirs, setTheirs] = useState<typeof stored>(null);
  return {
    base,
    theirs,
    reject: async (error: unknown): Promise<void> => {
      if (!base || !failedWith(error, 'common.stale_version')) return;
      const found = await call(endpoint, { id: base.id } as CallInput<K>).catch(() => null);
      setTheirs(found as typeof stored);
    },
    /** Continues with what this editor has stored. */
    keep: (saved: NonNullable<typeof stored>): void => {
      setBase(saved);
      setTheirs(null);
    },
    /** Continues with the newer state. */
    take: (): void => {
      setBase(theirs);
      setTheirs(null);
    },
    /** Continues with the version that a replaced picture gave to the stored text. */
    follow: ({ versions }: { readonly versions: readonly Versioned[] }): void =>
      setBase((now) => now && { ...now, version: versions.find(({ id }) => id === now.id)?.version ?? now.version }),
  };
};
