import type { X509Certificate } from 'node:crypto';
import { DAY, iso, now } from '../platform/clock.ts';
import type { DoctorFinding } from './doctor-checks.ts';

/** A certificate that ends sooner is reported: the other side may need weeks to learn another. */
const CERTIFICATE_DAYS = 30;

type Judged = {
  readonly check: DoctorFinding['check'];
  readonly title: string;
  readonly certificate: X509Certificate;
  readonly advice: string;
  /** What an ended certificate is; a warning if another one may be in use. */
  readonly ended: 'warning' | 'failed';
};

/** Reports a certificate that has ended or ends within 30 days. */
export const judgeEnd = ({ check, title, certificate, advice, ended }: Judged): DoctorFinding => {
  const until = new Date(certificate.validTo);
  const days = Math.floor((until.getTime() - now().getTime()) / DAY);
  const about = `${title} ${certificate.subject.replaceAll('\n', ', ')}`;
  if (days >= CERTIFICATE_DAYS)
    return { check, state: 'ok', text: `${about} is valid until ${iso(until).slice(0, 10)}` };
  if (days < 0) return { check, state: ended, text: `${about} has ended`, advice };
  return { check, state: 'warning', text: `${about} ends in ${days} days`, advice };
};
