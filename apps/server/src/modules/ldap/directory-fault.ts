import type { DirectoryCode, DirectoryStep } from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import { ResultCodeError } from 'ldapts';
import { CERTIFICATE, networkCodes, StepFault } from '../../platform/diagnosis.ts';

export type FaultCode = Exclude<DirectoryCode, 'ok'>;

/** The step at which a directory could not be read. */
export class DirectoryFault extends StepFault<DirectoryStep, FaultCode> {}

/** Result codes of RFC 4511 that have a sentence of their own, whatever the step. */
const resultCodes: Readonly<Record<number, FaultCode>> = {
  2: 'not_ldap',
  3: 'timeout',
  4: 'too_many',
  8: 'encryption_required',
  10: 'base_elsewhere',
  11: 'too_many',
  13: 'encryption_required',
  32: 'base_not_found',
  49: 'bind_rejected',
  50: 'not_allowed',
  53: 'not_allowed',
};
const byStep: Partial<Record<DirectoryStep, Readonly<Record<number, FaultCode>>>> = {
  tls: { 1: 'tls_not_offered', 2: 'tls_not_offered', 52: 'tls_not_offered', 53: 'tls_not_offered' },
  bind: { 32: 'bind_rejected', 34: 'bind_name_invalid', 48: 'bind_rejected', 53: 'bind_rejected' },
  base: { 1: 'not_allowed', 34: 'base_invalid' },
  filter: { 87: 'filter_invalid' },
};
const otherwise = {
  name: 'host_not_found',
  connect: 'connection_closed',
  tls: 'tls_failed',
  bind: 'not_ldap',
  base: 'not_ldap',
  filter: 'not_ldap',
} as const satisfies Record<DirectoryStep, FaultCode>;

/** Any error of a step as a fault. */
export const toDirectoryFault = (step: DirectoryStep, error: unknown): DirectoryFault => {
  if (error instanceof DirectoryFault) return error;
  const { code = '', message } = error as Error & { code?: string | number };
  if (error instanceof ResultCodeError)
    return new DirectoryFault(
      step,
      byStep[step]?.[error.code] ?? resultCodes[error.code] ?? otherwise[step],
      message.trim(),
    );
  const network = (networkCodes as Readonly<Record<string, FaultCode>>)[String(code)];
  if (network) return new DirectoryFault(step, network, String(code));
  if (step === 'tls')
    return new DirectoryFault(
      step,
      CERTIFICATE.test(String(code)) ? 'tls_certificate' : 'tls_failed',
      String(code || message),
    );
  if (/timeout/i.test(message)) return new DirectoryFault(step, 'timeout', message);
  if (/Socket error|Connection closed|closed before/i.test(message))
    return new DirectoryFault(step, 'connection_closed', message);
  return new DirectoryFault(step, otherwise[step], message);
};
