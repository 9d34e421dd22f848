type Waiting<Task, Answer> = {
  readonly task: Task;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

type Line<Task, Answer> = { readonly runNow: (task: Task) => Promise<Answer> };

/**
 * Returns a function that runs a task on one of the lines, one at a time on each: the organisations that wait take turns, and none
 * occupies two lines.
 */
export const takeTurns = <Task, Answer>(lines: readonly Line<Task, Answer>[]) => {
  const free = [...lines];
  /** In the order of their turns. */
  const queues = new Map<string, Waiting<Task, Answer>[]>();
  const running = new Set<string>();
  const giveUpTurn = (organization: string): void => {
    const queue = queues.get(organization);
    if (queue === undefined) return;
    queues.delete(organization);
    queues.set(organization, queue);
  };
  const startNext = (): void => {
    while (free.length > 0) {
      const next = [...queues].find(([organization]) => !running.has(organization));
      if (next === undefined) return;
      const [organization, [first, ...others]] = next;
      if (others.length > 0) queues.set(organization, others);
      else queues.delete(organization);
      // The line used last is used first, so that the helpers of the others can end when there is little to do.
      const line = free.pop()!;
      running.add(organization);
      void line
        .runNow(first!.task)
        .then(first!.resolve, first!.reject)
        .finally(() => {
          running.delete(organization);
          giveUpTurn(organization);
          free.push(line);
          startNext();
        });
    }
  };
  return (task: Task, organization: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      queues.set(organization, [...(queues.get(organization) ?? []), { task, resolve, reject }]);
      startNext();
    });
};
