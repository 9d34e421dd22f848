import type { Tx } from '../../platform/db.ts';

/** Sets automatic phishing of the organisation and returns the previous value. */
export const setAutophish = async (tx: Tx, active: boolean): Promise<boolean> => {
  const before = await tx.selectFrom('organizations').select('autophish').forUpdate().executeTakeFirstOrThrow();
  await tx.updateTable('organizations').set({ autophish: active }).execute();
  return before.autophish;
};

export const autophishIsOn = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('organizations').select('autophish').executeTakeFirstOrThrow()).autophish;
