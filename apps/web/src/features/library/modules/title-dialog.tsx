import type { ReactNode } from 'react';
import { Form, useForm } from '../../../shared/forms/form.tsx';
import { FormDialogFooter, TitleField } from '../../../shared/forms/dialog-parts.tsx';
import { FormError } from '../../../shared/forms/form-error.tsx';
import { useT } from '../../../shared/i18n/use-t.ts';
import { Modal } from '../../../shared/ui/overlays.tsx';

type Props = {
  heading: string;
  action: string;
  title: string;
  busy: boolean;
  error: unknown;
  onSave: (title: string) => void;
  onClose: () => void;
};

/** Asks for the title of a module. */
export const TitleDialog = ({ heading, action, title, busy, error, onSave, onClose }: Props): ReactNode => {
  const t = useT('library__slides');
  const form = useForm({ title });
  return (
    <Modal opened onClose={onClose} title={heading} closeButtonProps={{ 'aria-label': t('commons:close') }}>
      <Form form={form} call="library.create-module" onSubmit={(values) => onSave(values.title)}>
        <TitleField label={t('modules.column_title')} />
        <FormError error={error} />
        <FormDialogFooter action={action} busy={busy} onClose={onClose} />
      </Form>
    </Modal>
  );
};
