import { type ReactNode, useEffect } from 'react';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { FormDialogFooter } from '../../shared/forms/dialog-parts.tsx';
import { Form, TextField, useForm } from '../../shared/forms/form.tsx';
import { SelectField } from '../../shared/forms/more-fields.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { Modal } from '../../shared/ui/overlays.tsx';
import css from './phishing.module.css';

type NewValues = { name: string; category_id: string | null; attack_vector: 'form' | 'attachments' };
/** Creates an empty template and opens it. */
export const NewTemplate = ({ onClose }: { onClose: () => void }): ReactNode => {
  const t = useT('phishing');
  const go = useGo();
  const categories = useRead('phishing.categories', {});
  const create = useWrite('phishing.template-create', { tip: 'tips:template.created' });
  const form = useForm<NewValues>({ name: '', category_id: null, attack_vector: 'form' });
  const first = categories.data?.data[0]?.id;
  useEffect(() => {
    if (first !== undefined && form.getValues('category_id') === null)
      form.reset({ ...form.getValues(), category_id: first });
  }, [form, first]);
  const submit = ({ name, category_id, attack_vector }: NewValues): void =>
    create.mutate(
      { name, category_id: category_id!, attack_vector },
      { onSuccess: (made) => go({ screen: 'phishing.template', params: { template_id: made.id } }) },
    );
  return (
    <Modal opened onClose={onClose} title={t('new.title')} closeButtonProps={{ 'aria-label': t('commons:close') }}>
      <Form form={form} onSubmit={submit} className={css['form']!}>
        <TextField name="name" required label={t('field.name')} maxLength={TITLE_MAX} data-autofocus />
        <SelectField
          name="category_id"
          required
          label={t('field.category')}
          data={(categories.data?.data ?? []).map((one) => ({ value: one.id, label: one.title }))}
        />
        <SelectField
          name="attack_vector"
          required
          label={t('field.vector')}
          data={[
            { value: 'form', label: t('vector.form') },
            { value: 'attachments', label: t('vector.attachments') },
          ]}
        />
        <FormDialogFooter action={t('new.action')} busy={create.isPending} onClose={onClose} />
      </Form>
    </Modal>
  );
};
