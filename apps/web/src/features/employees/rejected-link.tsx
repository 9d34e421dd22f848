import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { hrefFor } from '../../shared/api.ts';
import { useT } from '../../shared/i18n/use-t.ts';

/** A link to the rejected lines as a file to correct and import again. */
export const RejectedLink = ({ id }: { id: string }): ReactNode => {
  const t = useT('employees__import');
  return (
    <Button
      component="a"
      href={hrefFor('imports.rejected', { id })}
      download
      variant="default"
      leftSection={<IconDownload size={16} />}
    >
      {t('rejected_file')}
    </Button>
  );
};
