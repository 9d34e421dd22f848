import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { ExportDialog } from '../../shared/ui/export-dialog.tsx';
import { Section } from '../../shared/ui/section.tsx';

/** Downloads everything stored about the caller. */
export const OwnData = (): ReactNode => {
  const t = useT('privacy__own');
  const [opened, setOpened] = useState(false);
  const order = useWrite('privacy.own-data');
  return (
    <Section title={t('title')} hint={t('hint')}>
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {t('action')}
      </Button>
      {opened && (
        <ExportDialog
          title={t('title')}
          text={t('text')}
          action={t('prepare')}
          order={order}
          onOrder={() => order.mutateAsync({})}
          onClose={() => {
            order.reset();
            setOpened(false);
          }}
        />
      )}
    </Section>
  );
};
