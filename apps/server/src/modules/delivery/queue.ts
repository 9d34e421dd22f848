/** Things that wait for a taker, or takers that wait for a thing. */
export const openQueue = <T>() => {
  let items: T[] = [];
  let isClosed = false;
  const takers = new Set<(item: T | null) => void>();
  let wake = () => {};
  return {
    items: (): readonly T[] => items,
    size: () => items.length,
    isClosed: () => isClosed,
    push(more: readonly T[]): void {
      for (const item of more) {
        const [taker] = takers;
        if (taker) taker(item);
        else items.push(item);
      }
    },
    /** Resolves to the next thing; to null when the queue is closed or `signal` fires. */
    take(signal: AbortSignal): Promise<T | null> {
      wake();
      if (isClosed || signal.aborted) return Promise.resolve(null);
      if (items.length > 0) return Promise.resolve(items.shift()!);
      return new Promise((resolve) => {
        const end = (item: T | null) => {
          takers.delete(end);
          signal.removeEventListener('abort', stop);
          resolve(item);
        };
        const stop = () => end(null);
        signal.addEventListener('abort', stop);
        takers.add(end);
      });
    },
    /** Takes these things out and returns them. */
    remove(which: (item: T) => boolean): T[] {
      const removed = items.filter(which);
      items = items.filter((item) => !which(item));
      return removed;
    },
    close(): void {
      isClosed = true;
      for (const taker of takers) taker(null);
      wake();
    },
    /** Resolves after the next `take`, `wake` or `close`, at the latest after `ms`. */
    changed: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wake: () => wake(),
  };
};
