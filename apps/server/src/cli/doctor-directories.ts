import { listDirectories, readDirectoryCertificates, type DirectoryRow } from '../modules/ldap/public.ts';
import type { Platform } from '../platform/context.ts';
import { inSystem } from '../platform/db.ts';
import { judgeEnd } from './doctor-certificates.ts';
import type { DoctorFinding } from './doctor-checks.ts';

const check = 'directories';

const checkDirectory = async (platform: Platform, row: DirectoryRow & { title: string }): Promise<DoctorFinding[]> => {
  const { trusted, server, fault } = await readDirectoryCertificates(platform, row);
  const about = `${row.title}: ${row.host}`;
  const findings = trusted.map((certificate) =>
    judgeEnd({
      check,
      title: `${about}: trusted certificate`,
      certificate,
      advice: 'save the new certificate of the authority in the settings of the directory in the portal',
      // A server that is still trusted has a certificate of another authority of the settings.
      ended: server ? 'warning' : 'failed',
    }),
  );
  if (server)
    return [
      ...findings,
      judgeEnd({
        check,
        title: `${about}: certificate of the server`,
        certificate: server,
        advice: 'renew the certificate on the directory server',
        ended: 'failed',
      }),
    ];
  const { step, code, detail } = fault;
  return [
    ...findings,
    {
      check,
      state: step === 'tls' ? 'failed' : 'warning',
      text: `${about}, step ${step}: ${code} ${detail}`.trim(),
      advice: 'let this machine reach the directory; the check in its settings in the portal explains the step',
    },
  ];
};

/** The directories that are reached with encryption: the certificates that the settings trust, and those of the servers. */
export const checkDirectories = async (platform: Platform): Promise<DoctorFinding[]> => {
  const rows = await inSystem(platform.db, listDirectories);
  const encrypted = rows.filter(({ security }) => security !== 'none');
  return (await Promise.all(encrypted.map((row) => checkDirectory(platform, row)))).flat();
};
