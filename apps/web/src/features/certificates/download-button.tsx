import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { Certificate } from '@sergak/contract/certificates/certificates.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { lazyWindow } from '../../shared/ui/lazy.tsx';

const DownloadDialog = lazyWindow(() => import('./download-dialog.tsx'));

/** Opens the dialog that prepares the PDF of a certificate of the signed-in person. */
export const DownloadButton = ({ one }: { one: Certificate }): ReactNode => {
  const t = useT('certificates__own');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('download.open')}
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <DownloadDialog mine one={one} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
};
