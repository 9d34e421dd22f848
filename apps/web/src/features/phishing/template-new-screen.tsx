import { type ReactNode, useEffect } from 'react';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, useForm } from '../../shared/forms/form.tsx';
import { UnsavedGuard } from '../../shared/forms/guard.tsx';
import { SaveBar } from '../../shared/forms/save-bar.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { useTemplateTrail } from './editor-frame.tsx';
import { TemplateFields, type TemplateValues } from './template-fields.tsx';

const empty: TemplateValues = {
  name: '',
  description: '',
  category_id: null,
  attack_vector: 'form',
  difficulty: 'medium',
  language: 'ru',
};

/** A new template. Its emails and pages are added afterwards. */
export default function TemplateNewScreen(): ReactNode {
  const t = useT('phishing');
  const go = useGo();
  const trail = useTemplateTrail();
  const categories = useRead('phishing.categories', {});
  const create = useWrite('phishing.template-create', { tip: 'tips:template.created', quiet: true });
  const form = useForm<TemplateValues>(empty);
  const first = categories.data?.data[0]?.id;
  useEffect(() => {
    if (first !== undefined && form.getValues('category_id') === null)
      form.reset({ ...empty, category_id: first }, { keepDirtyValues: true });
  }, [form, first]);
  const templateId = create.data?.id;
  useEffect(() => {
    if (templateId !== undefined) go({ screen: 'phishing.template', params: { template_id: templateId } });
  }, [go, templateId]);
  const submit = ({ category_id, difficulty, ...rest }: TemplateValues): void =>
    create.mutate({ ...rest, category_id: category_id!, ...(difficulty !== 'estimated' && { difficulty }) });
  const { dirtyFields } = form.formState;
  const changes = Object.keys(dirtyFields).length;
  return (
    <>
      <PageHead title={t('new.title')} trail={trail} />
      <Section>
        <Form form={form} call="phishing.template-create" onSubmit={submit}>
          <UnsavedGuard dirty={changes > 0 && !create.isSuccess && !create.isPending} />
          <TemplateFields />
          <FormError error={create.error} />
          <SaveBar
            changes={changes}
            stays
            busy={create.isPending || categories.isPending}
            action={t('new.action')}
            onDrop={() => go({ screen: 'phishing.templates' })}
          />
        </Form>
      </Section>
    </>
  );
}
