import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { ExportDialog } from '../../shared/ui/export-dialog.tsx';

type Props = { courses?: readonly string[]; templates?: readonly string[]; onClose: () => void };

/** Writes courses or templates into a content pack, a file for another organisation. */
export default function ExportPack({ courses = [], templates = [], onClose }: Props): ReactNode {
  const t = useT('packs');
  const order = useWrite('packs.export');
  return (
    <ExportDialog
      title={t('export_title')}
      text={t('export_text')}
      action={t('export')}
      order={order}
      onOrder={() => order.mutateAsync({ courses: [...courses], templates: [...templates] })}
      onClose={onClose}
    />
  );
}
