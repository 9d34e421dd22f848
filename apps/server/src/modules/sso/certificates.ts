import { X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';
import { after, DAY, iso, now } from '../../platform/clock.ts';

/** A key of ours with its certificate, both PEM. */
export type OwnKey = { readonly key: string; readonly certificate: string };

const YEARS = 5;

/** Makes a key pair for signing requests and opening assertions. Providers pin the certificate, so it signs itself. */
export const makeOwnKey = async (name: string): Promise<OwnKey> => {
  const pair = await generate([{ name: 'commonName', value: name }], {
    keySize: 3072,
    algorithm: 'sha256',
    notBeforeDate: after(now(), -DAY),
    notAfterDate: after(now(), YEARS * 365 * DAY),
  });
  return { key: pair.private, certificate: pair.cert };
};

/** A certificate as PEM, from PEM or from the bare base64 of metadata; null if it is none. */
export const readCertificate = (text: string): string | null => {
  const body = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(body)) return null;
  try {
    return new X509Certificate(Buffer.from(body, 'base64')).toString().trim();
  } catch {
    return null;
  }
};

export const describeCertificate = (pem: string) => {
  const one = new X509Certificate(pem);
  return {
    subject: one.subject.replaceAll('\n', ', '),
    fingerprint: one.fingerprint256,
    expires_at: iso(new Date(one.validTo)),
  };
};
