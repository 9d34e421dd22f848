import type { Role } from '@sergak/contract/access/roles.ts';
import { dayIn, now } from '../../platform/clock.ts';

type Policy = {
  readonly role: Role;
  readonly time_zone: string;
  readonly authenticator_since: string | null;
  /** When a link set another password; null after that password was used together with a code of the app. */
  readonly recovered_at: string | null;
  readonly authenticator_roles: string[] | null;
  readonly authenticator_due_on: string | null;
};
type SecondStep = Policy & { readonly two_factor: boolean; readonly mail_leaves: boolean };

export const hasAuthenticator = (person: Policy): boolean => person.authenticator_since !== null;

/** Whether the policy of the organisation requires an authenticator app of the person's role, now or later. */
export const isAuthenticatorRequired = (person: Policy): boolean =>
  person.authenticator_roles?.includes(person.role) ?? false;

/** Whether the person must set up an authenticator app at this sign-in. */
export const isEnrolmentDue = (person: Policy): boolean =>
  isAuthenticatorRequired(person) &&
  !hasAuthenticator(person) &&
  person.authenticator_due_on! <= dayIn(now(), person.time_zone);

/**
 * Whether a password is not enough. Before an overdue app is set up, a code by email proves that the owner of the account signs
 * in; while emails stay in the built-in mailbox, nobody could read that code.
 */
export const isSecondStepDue = (person: SecondStep): boolean =>
  person.two_factor || hasAuthenticator(person) || (isEnrolmentDue(person) && person.mail_leaves);

/**
 * Whether a code by email completes the second step: not for people who must have an authenticator app and have one, not after a
 * recovery, because link and code reach the same mailbox, and not for people with an app who keep a password in forced mode.
 */
export const mayUseEmailCode = (person: Policy, keepsPassword: boolean): boolean =>
  !hasAuthenticator(person) || (!isAuthenticatorRequired(person) && person.recovered_at === null && !keepsPassword);
