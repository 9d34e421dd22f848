/** The parts that an organisation already has; undefined while a part is not known yet. */
export type Begun = {
  readonly domain: boolean | undefined;
  readonly mail: boolean | undefined;
  readonly staff: boolean | undefined;
  readonly campaign: boolean | undefined;
  readonly course: boolean | undefined;
};
export type StepId = keyof Begun;
export type FirstStep = { readonly id: StepId; readonly ready: boolean };

// Simulated phishing emails are sent to verified domains only and need a mail server, so both steps precede people and
// emails.
const order = ['domain', 'mail', 'staff', 'campaign', 'course'] as const satisfies readonly StepId[];

/**
 * The steps in the order in which they are taken; undefined until all are known. If no step is open, the organisation
 * is ready.
 */
export const firstSteps = (begun: Begun): readonly FirstStep[] | undefined => {
  if (order.some((id) => begun[id] === undefined)) return undefined;
  return order.map((id) => ({ id, ready: begun[id]! }));
};

/** The steps to list: all of them for a new organisation; only the open ones if it already trains its people. */
export const listedSteps = (steps: readonly FirstStep[]): readonly FirstStep[] => {
  const trains = steps.every(({ id, ready }) => ready || (id !== 'campaign' && id !== 'course'));
  return trains ? steps.filter(({ ready }) => !ready) : steps;
};

/** The open step that follows another: the next one below it, or else the first that was left out; undefined if none is open. */
export const stepAfter = (steps: readonly FirstStep[], id: StepId): FirstStep | undefined => {
  const at = steps.findIndex((one) => one.id === id);
  return [...steps.slice(at + 1), ...steps.slice(0, at)].find(({ ready }) => !ready);
};
