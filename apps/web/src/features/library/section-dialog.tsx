import type { ReactNode } from 'react';
import { FormDialogFooter, TitleField } from '../../shared/forms/dialog-parts.tsx';
import { Form, useForm } from '../../shared/forms/form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { Modal } from '../../shared/ui/overlays.tsx';

type Props = {
  /** Title of the edited section; null for a new one. */
  title: string | null;
  busy: boolean;
  onSave: (title: string) => void;
  onClose: () => void;
};
/** The title of a section. */
export default function SectionDialog({ title, busy, onSave, onClose }: Props): ReactNode {
  const t = useT('library__editor');
  const form = useForm({ title: title ?? '' });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(title === null ? 'section.new' : 'section.rename')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <Form form={form} call="library.add-section" onSubmit={(values) => onSave(values.title.trim())}>
        <TitleField label={t('section.field')} />
        <FormDialogFooter action={t(title === null ? 'section.add' : 'commons:save')} busy={busy} onClose={onClose} />
      </Form>
    </Modal>
  );
}
