/** What there is in an organisation; undefined while a part of it is not known yet. */
export type Begun = {
  readonly domain: boolean | undefined;
  readonly mail: boolean | undefined;
  readonly staff: boolean | undefined;
  readonly campaign: boolean | undefined;
  readonly course: boolean | undefined;
};
export type StepId = keyof Begun;
export type FirstStep = { readonly id: StepId; readonly ready: boolean };

// Simulated emails go to confirmed domains only and leave by a mail server: both come before people and emails.
const order = ['domain', 'mail', 'staff', 'campaign', 'course'] as const satisfies readonly StepId[];

/** The steps in the order in which they are taken; undefined until all of them are known. Without an open one it is ready for real. */
export const firstSteps = (begun: Begun): readonly FirstStep[] | undefined => {
  if (order.some((id) => begun[id] === undefined)) return undefined;
  return order.map((id) => ({ id, ready: begun[id]! }));
};

/** What is worth listing: all steps of a new organisation; of one that trains its people already, what is still open. */
export const listedSteps = (steps: readonly FirstStep[]): readonly FirstStep[] => {
  const trains = steps.every(({ id, ready }) => ready || (id !== 'campaign' && id !== 'course'));
  return trains ? steps.filter(({ ready }) => !ready) : steps;
};
