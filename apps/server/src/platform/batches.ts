/** Results of a batch in the order of its items; an error fails only its own item. */
type Results<Answer> = readonly (Answer | Error)[];

type BatchOptions<Item, Answer> = {
  /** Handles items of one key together. If it throws, each item is handled again on its own. */
  readonly run: (key: string, items: readonly Item[]) => Promise<Results<Answer>>;
  /** Maximum number of items in a batch. */
  readonly most: number;
  /** Maximum number of batches of one key at the same time. */
  readonly parallel: number;
};

type Waiting<Item, Answer> = {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};
type Line<Item, Answer> = { running: number; readonly waiting: Waiting<Item, Answer>[] };

/**
 * Handles calls together that arrive at the same time, so that they share a transaction. A call is never delayed to fill a batch:
 * it begins at once, and calls that arrive while the batches of its key are running form the next one.
 */
export const createBatches = <Item, Answer>({ run, most, parallel }: BatchOptions<Item, Answer>) => {
  const lines = new Map<string, Line<Item, Answer>>();

  const settle = (one: Waiting<Item, Answer>, result: Answer | Error | undefined) =>
    result === undefined || result instanceof Error
      ? one.reject(result ?? new Error('the batch has no result for an item'))
      : one.resolve(result);

  const handle = async (key: string, batch: readonly Waiting<Item, Answer>[]): Promise<void> => {
    try {
      const results = await run(
        key,
        batch.map(({ item }) => item),
      );
      for (const [index, one] of batch.entries()) settle(one, results[index]);
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error);
      else for (const one of batch) await handle(key, [one]);
    }
  };

  const next = (key: string, line: Line<Item, Answer>): void => {
    if (line.waiting.length === 0) {
      if (line.running === 0) lines.delete(key);
      return;
    }
    if (line.running >= parallel) return;
    line.running += 1;
    void handle(key, line.waiting.splice(0, most)).then(() => {
      line.running -= 1;
      next(key, line);
    });
  };

  return (key: string, item: Item): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const line = lines.get(key) ?? { running: 0, waiting: [] };
      lines.set(key, line);
      line.waiting.push({ item, resolve, reject });
      next(key, line);
    });
};
