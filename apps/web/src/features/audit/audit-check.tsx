import { Loader } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatDate, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { Facts } from '../../shared/ui/section.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';
import css from './audit.module.css';
import { Modal } from '../../shared/ui/overlays.tsx';

/** Recalculates the hash chain of the audit log and reports rows that were changed outside the portal. */
export const AuditCheck = ({ onClose }: { onClose: () => void }): ReactNode => {
  const t = useT('audit');
  const query = useRead('audit.verify', {}, { quiet: true, staleTime: 0, fresh: true });
  const found = query.data;
  const broken = found?.broken ?? null;
  return (
    <Modal opened onClose={onClose} title={t('check.title')} closeButtonProps={{ 'aria-label': t('commons:close') }}>
      {query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : found === undefined || query.isFetching ? (
        <p className={css['verdict']} role="status">
          <Loader size={20} aria-hidden /> {t('check.running')}
        </p>
      ) : (
        <>
          <p className={css['verdict']} data-tone={broken === null ? 'good' : 'bad'} role="status">
            {broken === null ? <IconShieldCheck size={24} aria-hidden /> : <IconShieldX size={24} aria-hidden />}
            <strong>{t(broken === null ? 'check.whole' : 'check.broken')}</strong>
          </p>
          <p>
            {broken === null
              ? t('check.whole_text')
              : t(`check.reason.${broken.reason}`, { number: String(broken.number), entry: String(broken.log_id) })}
          </p>
          <Facts
            items={[
              [t('check.rows'), formatNumber(found.rows)],
              ...(found.pending > 0 ? [[t('check.pending'), formatNumber(found.pending)] as const] : []),
              ...(found.checkpoint_at === null
                ? []
                : [[t('check.checkpoint'), formatDate(found.checkpoint_at)] as const]),
              [
                t('check.head'),
                <code key="head" className={css['code']}>
                  {found.head ?? '—'}
                </code>,
              ],
            ]}
          />
          <p className="quiet">{t('check.keep')}</p>
        </>
      )}
    </Modal>
  );
};
