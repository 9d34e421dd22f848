import type { ReactNode } from 'react';
import { templateScale } from '@sergak/contract/phishing/phish-scale.rules.ts';
import type { Template } from '@sergak/contract/phishing/phishing.schema.ts';
import { failedWith } from '../../shared/api-error.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, useForm } from '../../shared/forms/form.tsx';
import { useFormLeaving } from '../../shared/forms/leaving.tsx';
import { SaveBar } from '../../shared/forms/save-bar.tsx';
import { languageNames } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { Section } from '../../shared/ui/section.tsx';
import { EditorFrame, useTemplateTrail } from './editor-frame.tsx';
import { LogoField } from './logo-field.tsx';
import { TemplateFields, type TemplateValues } from './template-fields.tsx';
import { type ShownField, TextStale } from './text-stale.tsx';
import { changedOf, storedId, useHtmlSaving } from './use-html-saving.ts';

const estimateOf = (template: Template) => templateScale(template.emails)?.difficulty;
const valuesOf = (template: Template): TemplateValues => {
  const { name, description, category, attack_vector, difficulty, difficulty_set, language } = template;
  return {
    name,
    description,
    category_id: category.id,
    attack_vector,
    difficulty: difficulty_set || estimateOf(template) === undefined ? difficulty : 'estimated',
    language,
  };
};

const useFields = (): ((was: Template, now: Template, mine: TemplateValues) => ShownField[]) => {
  const t = useT('phishing');
  const say = useT('phishing__templates');
  const level = ({ difficulty }: { difficulty: TemplateValues['difficulty'] }): string =>
    difficulty === 'estimated' ? say('form.by_estimate') : t(`difficulty.${difficulty}`);
  return (was, now, mine) => [
    ['name', t('field.name'), was.name, now.name, mine.name],
    ['category', t('field.category'), was.category.title, now.category.title, was.category.title],
    [
      'vector',
      t('field.vector'),
      t(`vector.${was.attack_vector}`),
      t(`vector.${now.attack_vector}`),
      t(`vector.${mine.attack_vector}`),
    ],
    ['difficulty', say('form.difficulty'), level(was), level(now), level(mine)],
    [
      'language',
      say('form.language'),
      languageNames[was.language],
      languageNames[now.language],
      languageNames[mine.language],
    ],
    ['description', say('form.description'), was.description, now.description, mine.description],
  ];
};

const Editor = ({ template }: { template: Template }): ReactNode => {
  const t = useT('commons');
  const go = useGo();
  const fields = useFields();
  const saving = useHtmlSaving('phishing.template', template);
  const update = useWrite('phishing.template-update', { tip: 'tips:template.updated', quiet: true });
  const form = useForm<TemplateValues>(valuesOf(template));
  const changes = Object.keys(form.formState.dirtyFields).length;
  const base = saving.base!;
  const { theirs } = saving;
  const back = (): void => go({ screen: 'phishing.template', params: { template_id: template.id } });
  const save = async (values: TemplateValues, version = base.version): Promise<boolean> => {
    const { category_id, difficulty, ...rest } = changedOf(values, valuesOf(base));
    const level = difficulty === 'estimated' ? { difficulty_set: false } : difficulty && { difficulty };
    const write = update.mutateAsync({
      id: template.id,
      version,
      ...rest,
      ...level,
      ...(category_id && { category_id }),
    });
    const isStored = (await storedId(write, saving.reject, saving.keep)) !== null;
    if (isStored) form.reset(values);
    return isStored;
  };
  const leaving = useFormLeaving(form, save);
  return (
    <Form form={form} call="phishing.template-create" onSubmit={() => leaving.saveAndLeave(back)}>
      {leaving.question}
      {theirs && (
        <TextStale
          fields={fields(base, theirs, form.getValues())}
          busy={update.isPending}
          onTake={() => {
            form.reset(valuesOf(theirs));
            saving.take();
          }}
          onOverwrite={() => leaving.saveAndLeave(back, () => save(form.getValues(), theirs.version))}
        />
      )}
      <TemplateFields estimate={estimateOf(base)} />
      <LogoField template={template} />
      {!failedWith(update.error, 'common.stale_version') && <FormError error={update.error} />}
      <SaveBar changes={changes} stays busy={update.isPending} action={t('save')} onDrop={() => leaving.drop(back)} />
    </Form>
  );
};

/** Edits name, category, kind of attack, difficulty and description of a template. */
export default function TemplateEditScreen(): ReactNode {
  const { template_id } = useScreenParams('phishing.template-edit');
  const t = useT('phishing__templates');
  const template = useRead('phishing.template', { id: template_id }, { quiet: true, fresh: true, staleTime: 0 });
  const trail = useTemplateTrail(template.data);
  return (
    <EditorFrame read={template} title={() => t('form.title')} trail={() => trail}>
      {(data) => (
        <Section>
          <Editor key={data.id} template={data} />
        </Section>
      )}
    </EditorFrame>
  );
}
