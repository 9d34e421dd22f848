import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { hrefFor } from '../../shared/api.ts';
import { useT } from '../../shared/i18n/use-t.ts';

/** The refused lines as a file to repair and to import again. */
export const RefusedLink = ({ id }: { id: string }): ReactNode => {
  const t = useT('employees__import');
  return (
    <Button
      component="a"
      href={hrefFor('imports.refused', { id })}
      download
      variant="default"
      leftSection={<IconDownload size={16} />}
    >
      {t('refused_file')}
    </Button>
  );
};
