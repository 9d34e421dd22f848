import type { ReactNode } from 'react';
import type { CallInput } from '../../shared/api.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { ExportDialog } from '../../shared/ui/export-dialog.tsx';

type Props = { filter: CallInput<'audit.report'>; total: number; onClose: () => void };

/** Exports exactly the filtered entries to a file, with their chain hashes. */
export const AuditExport = ({ filter, total, onClose }: Props): ReactNode => {
  const t = useT('audit');
  const order = useWrite('audit.report');
  return (
    <ExportDialog
      title={t('export.title')}
      text={t('export.text', { number: formatNumber(total) })}
      action={t('export.action')}
      order={order}
      onOrder={() => order.mutateAsync(filter)}
      onClose={onClose}
    />
  );
};
