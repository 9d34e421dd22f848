import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { AppError } from './errors.ts';

// Certification authorities of an organisation's own, for all encrypted connections.

const BEGIN = /-----BEGIN /g;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates of a PEM text. Null if it has none, or if anything else in it looks like PEM. */
export const readCertificates = (pem: string): X509Certificate[] | null => {
  const found = pem.match(CERTIFICATE) ?? [];
  if (found.length === 0 || pem.match(BEGIN)?.length !== found.length) return null;
  try {
    return found.map((one) => new X509Certificate(one));
  } catch {
    return null;
  }
};

/** Rejects a text of the settings that is neither empty nor a list of certificates. */
export const requireCertificates = (pem: string): void => {
  if (pem !== '' && readCertificates(pem) === null) throw new AppError('connection.ca_invalid');
};

/** SHA-256 fingerprints of the certificates of settings, for the audit log. */
export const fingerprintsOf = (pem: string): string[] =>
  (readCertificates(pem) ?? []).map((certificate) => certificate.fingerprint256);

/** Option of a TLS connection that trusts these authorities in addition to those of the installation. */
export const trustAlso = (pem: string | undefined): { ca?: string[] } =>
  pem ? { ca: [...getCACertificates('default'), pem] } : {};

/**
 * Makes every later TLS connection of this process (database, storage, mail, mailboxes, directories, providers) trust the
 * certificates of a PEM file as well. Throws an error that names the variable.
 */
export const trustFile = (path: string | undefined): void => {
  if (!path) return;
  const fail = (reason: string) => new Error(`SERGAK_CA_FILE: ${path}: ${reason}`);
  let pem: string;
  try {
    pem = readFileSync(path, 'utf8');
  } catch (error) {
    throw fail((error as NodeJS.ErrnoException).code ?? 'cannot be read');
  }
  const certificates = readCertificates(pem);
  if (certificates === null)
    throw fail(
      'expected certificates in PEM format, each from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----',
    );
  setDefaultCACertificates([...new Set([...getCACertificates('default'), ...certificates.map(String)])]);
};
