import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';
import { Consents } from './consents.tsx';
import css from './privacy.module.css';
import { RetentionForm } from './retention-form.tsx';

/** For the data-protection officer: how long the organisation keeps data about people. */
export default function PrivacyScreen(): ReactNode {
  const t = useT('privacy');
  const query = useRead('privacy.retention', {}, { quiet: true });
  return (
    <>
      <PageHead title={t('title')} hint={t('lead')} />
      {query.data !== undefined ? (
        <div className={css['stack']}>
          <RetentionForm retention={query.data} />
          <Consents />
        </div>
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={320} radius={14} />
      )}
    </>
  );
}
