import { IconCertificate } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { REFRESH_MS } from '../../shared/polling.ts';
import { useRead } from '../../shared/query.ts';
import css from './certificates.module.css';
import { datesOf } from './dates.ts';
import { DownloadButton } from './download-button.tsx';

/** A certificate is issued by a job soon after the last step: for a minute, the page asks for it again. */
const SOON_MS = 60_000;

/** My certificate of a completed course. Shows nothing if the course gives none. */
export const CourseCertificate = ({
  assignmentId,
  completedAt,
}: {
  assignmentId: string;
  completedAt: string;
}): ReactNode => {
  const t = useT('certificates__own');
  const [soon, setSoon] = useState(false);
  useEffect(() => {
    const left = Date.parse(completedAt) + SOON_MS - Date.now();
    if (left <= 0) return;
    setSoon(true);
    const timer = setTimeout(() => setSoon(false), left);
    return () => clearTimeout(timer);
  }, [completedAt]);
  const [found, setFound] = useState(false);
  const list = useRead(
    'certificates.mine',
    {},
    { quiet: true, refetchInterval: soon && !found ? REFRESH_MS.running : false },
  );
  const one = list.data?.data.find((found) => found.assignment_id === assignmentId);
  if (one !== undefined && !found) setFound(true);
  if (one === undefined) return null;
  return (
    <section className={css['strip']} aria-label={t('course.title')}>
      <span>
        <IconCertificate size={26} stroke={1.6} aria-hidden />
        <span>
          <strong>{t('course.title')}</strong>
          <small>
            {one.state === 'revoked' ? t('course.revoked', { reason: one.revoke_reason ?? '' }) : datesOf(t, one)}
          </small>
        </span>
      </span>
      {one.state !== 'revoked' && <DownloadButton one={one} />}
    </section>
  );
};
