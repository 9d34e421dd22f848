import type { Tx } from '../../platform/db.ts';
import { queueEmail } from '../../platform/outbox.ts';
import { emailTexts } from '../../platform/email-texts.ts';
import { endSessions, voidAccess } from './access.repo.ts';
import { deleteAuthenticator, lockPolicy, putPolicy } from './authenticators.repo.ts';
import { accountEmail, languageOf } from './notices.service.ts';
import { lockPerson, setPassword } from './session.repo.ts';

/**
 * Gives a locked-out person of the transaction's organisation another password and removes the authenticator app. Sessions and
 * links end, and the person is notified by email.
 */
export const restoreAccess = async (tx: Tx, employeeId: string, passwordHash: string): Promise<void> => {
  const person = (await lockPerson(tx, employeeId))!;
  await setPassword(tx, employeeId, passwordHash);
  await deleteAuthenticator(tx, employeeId);
  await voidAccess(tx, [employeeId]);
  await endSessions(tx, [employeeId]);
  const words = emailTexts(languageOf(person), 'session__server', 'email.password_changed', { name: person.full_name });
  await queueEmail(tx, accountEmail(person, { kind: 'password_changed', words }));
};

/** Ends the policy for authenticator apps. Returns the roles that it named. */
export const endPolicy = async (tx: Tx): Promise<string[]> => {
  const policy = await lockPolicy(tx);
  if (!policy) return [];
  await putPolicy(tx, { roles: [], due_on: policy.due_on, version: policy.version + 1 });
  return policy.roles;
};
