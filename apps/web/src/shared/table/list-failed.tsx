import { Button } from '@mantine/core';
import { IconFilterX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { failedWith } from '../api-error.ts';
import { useT } from '../i18n/use-t.ts';
import { EmptyState, ErrorState } from '../ui/states.tsx';

type Props = {
  error: unknown;
  onAgain: () => void;
  /** Opens the list without what the address asks; missing where the address asks nothing. */
  onAnew: (() => void) | undefined;
};

/** Why there is no list, and the way on: what the address asks cannot be understood, or it could not be loaded. */
export const ListFailed = ({ error, onAgain, onAnew }: Props): ReactNode => {
  const t = useT('commons');
  if (onAnew === undefined || !failedWith(error, 'request.invalid')) return <ErrorState onRetry={onAgain} />;
  return (
    <div role="alert">
      <EmptyState
        icon={IconFilterX}
        title={t('table.not_understood')}
        hint={t('table.not_understood_hint')}
        action={
          <Button variant="default" onClick={onAnew}>
            {t('filters.reset')}
          </Button>
        }
      />
    </div>
  );
};
