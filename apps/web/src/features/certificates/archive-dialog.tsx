import type { ReactNode } from 'react';
import type { CallInput } from '../../shared/api.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { ExportDialog } from '../../shared/ui/export-dialog.tsx';

/** Downloads the PDFs of many certificates as one ZIP archive. */
export const ArchiveDialog = ({
  filter,
  onClose,
}: {
  filter: CallInput<'certificates.archive'>;
  onClose: () => void;
}): ReactNode => {
  const t = useT('certificates');
  const order = useWrite('certificates.archive');
  return (
    <ExportDialog
      title={t('archive.title')}
      text={t('archive.text')}
      action={t('archive.action')}
      order={order}
      onOrder={() => order.mutateAsync(filter)}
      onClose={onClose}
    />
  );
};
