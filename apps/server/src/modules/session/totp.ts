import { Secret, TOTP } from 'otpauth';

const PERIOD_MS = 30_000;

/** A new secret of 160 bits, in Base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The address that an authenticator app reads from the QR code. */
export const addressOf = (secret: string, issuer: string, account: string): string =>
  new TOTP({ issuer, label: account, secret: Secret.fromBase32(secret) }).toString();

export const stepAt = (at: Date): number => Math.floor(at.getTime() / PERIOD_MS);

/**
 * The time step to which a code belongs, null if the code is wrong. `tolerance` is the number of steps of 30 seconds by which the
 * clock of the app may be off.
 */
export const stepOfCode = (secret: string, code: string, at: Date, tolerance = 1): number | null => {
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp: at.getTime(),
    window: tolerance,
  });
  return delta === null ? null : stepAt(at) + delta;
};
