type Round = { readonly running: Promise<boolean>; waiting: Promise<boolean> | null };

/**
 * Shares the answers of `ask` among all who want to know the same at once, but never one that was asked before they did:
 * who comes while a question is under way waits for the next one.
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
