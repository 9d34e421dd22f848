import { hashPassword } from '../src/modules/session/public.ts';
import { inOrganization, type Person } from './app.ts';

/** The password that {@link withPassword} gives to people: a proof of identity before powerful changes. */
export const PASSWORD = 'Тихая гавань 7';
let hash: Promise<string> | undefined;

/** Gives a person a password of the portal. */
export const withPassword = async <P extends Person>(person: P): Promise<P> => {
  const password_hash = await (hash ??= hashPassword(PASSWORD));
  await inOrganization(person.organization_id, 'write', (tx) =>
    tx.updateTable('employees').set({ password_hash }).where('id', '=', person.id).execute(),
  );
  return person;
};
