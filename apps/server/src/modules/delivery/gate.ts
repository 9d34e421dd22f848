type Round = { readonly running: Promise<boolean>; waiting: Promise<boolean> | null };

/**
 * Shares one result of `ask` among callers that ask for the same key at the same time. A caller never gets the result of a
 * query that began before its call: it waits for the next query.
 */
export const openGate = (ask: (key: string) => Promise<boolean>): ((key: string) => Promise<boolean>) => {
  const rounds = new Map<string, Round>();
  const begin = (key: string): Promise<boolean> => {
    const round: Round = { running: ask(key), waiting: null };
    rounds.set(key, round);
    const end = () => {
      if (!round.waiting) rounds.delete(key);
    };
    round.running.then(end, end);
    return round.running;
  };
  return (key) => {
    const round = rounds.get(key);
    if (!round) return begin(key);
    const next = () => begin(key);
    return (round.waiting ??= round.running.then(next, next));
  };
};
