import { z } from 'zod';
import { ACCOUNT_MAX, CA_MAX, HOST, HOST_MAX, PORT_MAX } from './connection.rules.ts';
import { instant } from './paging.ts';
import { sealedState } from './sealed.schema.ts';

/** A text that can be sent as a part of a line of a protocol. */
export const plainLine = /^[^\0\r\n]*$/;

/** PEM certificates of own authorities that a connection trusts in addition to those of the installation; empty: none. */
export const ownAuthorities = z.string().trim().max(CA_MAX).default('');

/** How a server is reached, as a form sends it. The password is written, never read; without it the stored one is kept. */
export const connectionInput = <S extends string>(securities: readonly [S, ...S[]]) => ({
  host: z.string().trim().min(1).max(HOST_MAX).regex(HOST),
  port: z.int().min(1).max(PORT_MAX),
  security: z.enum(securities),
  ca: ownAuthorities,
  password: z.string().max(ACCOUNT_MAX).regex(plainLine).optional(),
});

/** The stored connection as the settings show it. */
export const connectionShown = <S extends string>(securities: readonly [S, ...S[]]) => ({
  host: z.string(),
  port: z.int(),
  security: z.enum(securities),
  ca: z.string(),
  password_state: sealedState,
  version: z.int(),
});

/** One step of a test of a connection. */
const diagnosisStep = <S extends string, C extends string>(steps: readonly [S, ...S[]], codes: readonly [C, ...C[]]) =>
  z.object({
    step: z.enum(steps),
    ok: z.boolean(),
    code: z.enum(codes),
    /** The answer of the server or the system, without the password. */
    detail: z.string(),
  });

/** Each step of a test of a connection; the last step is the failed one. */
export const diagnosisOf = <S extends string, C extends string>(
  steps: readonly [S, ...S[]],
  codes: readonly [C, ...C[]],
) => z.object({ ok: z.boolean(), steps: z.array(diagnosisStep(steps, codes)) });

/** Why a connection that is used by itself last failed; null after a success. */
export const lastFailure = <S extends string, C extends string>(
  steps: readonly [S, ...S[]],
  codes: readonly [C, ...C[]],
) => diagnosisStep(steps, codes).extend({ at: instant }).nullable();
