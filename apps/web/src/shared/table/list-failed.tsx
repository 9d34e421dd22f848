import { Button } from '@mantine/core';
import { IconFilterX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { failedWith } from '../api-error.ts';
import { useT } from '../i18n/use-t.ts';
import { EmptyState, ErrorState } from '../ui/states.tsx';

type Props = {
  error: unknown;
  onRetry: () => void;
  /** Opens the list without the state in the address; undefined if the address holds no state. */
  onReset: (() => void) | undefined;
};

/** Explains why a list cannot be shown and offers a way on: the address is invalid, or loading failed. */
export const ListFailed = ({ error, onRetry, onReset }: Props): ReactNode => {
  const t = useT('commons');
  if (onReset === undefined || !failedWith(error, 'request.invalid')) return <ErrorState onRetry={onRetry} />;
  return (
    <div role="alert">
      <EmptyState
        icon={IconFilterX}
        title={t('table.not_understood')}
        hint={t('table.not_understood_hint')}
        action={
          <Button variant="default" onClick={onReset}>
            {t('filters.reset')}
          </Button>
        }
      />
    </div>
  );
};
