import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LibraryModule } from '@sergak/contract/library/library.schema.ts';
import { failedWith } from '../../../shared/api-error.ts';
import { useT } from '../../../shared/i18n/use-t.ts';
import { useRead } from '../../../shared/query.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { ErrorState, NotFound } from '../../../shared/ui/states.tsx';

/** Reads a module and shows `children` with it, or why it cannot be shown. */
export const WithModule = ({
  id,
  children,
}: {
  id: string;
  children: (module: LibraryModule) => ReactNode;
}): ReactNode => {
  const t = useT('library__slides');
  const answer = useRead('library.module', { id }, { fresh: true, quiet: true });
  if (answer.data !== undefined) return children(answer.data);
  if (failedWith(answer.error, 'module.not_found', 'request.invalid'))
    return (
      <NotFound
        title={t('module.gone')}
        action={<ButtonLink screen="learning.modules">{t('modules.title')}</ButtonLink>}
      />
    );
  return answer.isError ? (
    <ErrorState onRetry={() => void answer.refetch()} />
  ) : (
    <Skeleton height={420} radius={14} aria-hidden />
  );
};
