import { type ReactNode, useState } from 'react';
import { scenarioScale } from '@sergak/contract/phishing/phish-scale.rules.ts';
import { attackVectors, difficulties, type AttackVector } from '@sergak/contract/phishing/phishing.rules.ts';
import type { Template } from '@sergak/contract/phishing/phishing.schema.ts';
import { languages, type Language } from '@sergak/contract/session/session.schema.ts';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { FormDialogFooter } from '../../shared/forms/dialog-parts.tsx';
import { FormError, useServerErrorText } from '../../shared/forms/form-error.tsx';
import { Form, TextField, useForm } from '../../shared/forms/form.tsx';
import { SelectField, TextAreaField } from '../../shared/forms/more-fields.tsx';
import { languageNames } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { FileDrop } from '../../shared/ui/file-drop.tsx';
import { Logo } from './marks.tsx';
import css from './scenarios.module.css';

const DESCRIPTION_MAX = 2000;
const LOGO_MAX = 2_000_000;
/** The choice that leaves the difficulty to the estimate. */
const ESTIMATED = 'estimated';

/** Replaces the logo of a template at once. */
const LogoField = ({ template }: { template: Template }): ReactNode => {
  const t = useT('phishing__scenarios');
  const say = useServerErrorText();
  const [file, setFile] = useState<File | null>(null);
  const set = useWrite('phishing.template-set-logo', { quiet: true });
  const take = (next: File | null): void => {
    setFile(next);
    if (next === null) return;
    set.mutate(
      { id: template.id, logo: next },
      {
        onSuccess: () => showToast({ kind: 'success', text: t('form.logo_saved') }),
        onSettled: () => setFile(null),
      },
    );
  };
  return (
    <div className={css['logo-field']} role="group" aria-label={t('form.logo')}>
      <Logo src={template.logo} size={64} />
      <FileDrop
        label={t('form.logo_choose')}
        accept={['.png', '.jpg', '.jpeg', '.webp', '.svg']}
        maxBytes={LOGO_MAX}
        file={file}
        onFile={take}
        disabled={set.isPending}
        error={set.error === null ? undefined : (say(set.error) ?? undefined)}
      />
    </div>
  );
};

type Values = {
  name: string;
  description: string;
  category_id: string | null;
  difficulty: string | null;
  attack_vector: string | null;
  language: string | null;
};
type Props = { template: Template; onClose: () => void };

/** Edits name, category, description, difficulty, attack vector, language and logo of a template. */
export const TemplateForm = ({ template, onClose }: Props): ReactNode => {
  const t = useT('phishing__scenarios');
  const say = useT('phishing');
  const categories = useRead('phishing.categories', {});
  const update = useWrite('phishing.template-update', { tip: 'tips:template.updated', quiet: true });
  const estimate = scenarioScale(template.emails)?.difficulty;
  const form = useForm<Values>({
    name: template.name,
    description: template.description,
    category_id: template.category.id,
    difficulty: template.difficulty_set || estimate === undefined ? template.difficulty : ESTIMATED,
    attack_vector: template.attack_vector,
    language: template.language,
  });
  const submit = ({ difficulty, category_id, attack_vector, language, ...texts }: Values): void =>
    update.mutate(
      {
        id: template.id,
        version: template.version,
        ...texts,
        category_id: category_id!,
        attack_vector: attack_vector as AttackVector,
        language: language as Language,
        ...(difficulty === ESTIMATED
          ? { difficulty_set: false }
          : difficulty === template.difficulty && !template.difficulty_set && estimate === undefined
            ? {}
            : { difficulty: difficulty as Template['difficulty'] }),
      },
      { onSuccess: onClose },
    );
  return (
    <Form form={form} onSubmit={submit} className={css['form']!}>
      <TextField name="name" required label={say('field.name')} maxLength={TITLE_MAX} data-autofocus />
      <TextAreaField
        name="description"
        label={t('form.description')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={DESCRIPTION_MAX}
      />
      <SelectField
        name="category_id"
        required
        label={say('field.category')}
        data={(categories.data?.data ?? [template.category]).map((one) => ({ value: one.id, label: one.title }))}
      />
      <SelectField
        name="difficulty"
        required
        label={t('form.difficulty')}
        data={[
          ...(estimate === undefined
            ? []
            : [{ value: ESTIMATED, label: t('form.estimated_as', { difficulty: say(`difficulty.${estimate}`) }) }]),
          ...difficulties.map((one) => ({ value: one, label: say(`difficulty.${one}`) })),
        ]}
      />
      <SelectField
        name="attack_vector"
        required
        label={say('field.vector')}
        data={attackVectors.map((one) => ({ value: one, label: say(`vector.${one}`) }))}
      />
      <SelectField
        name="language"
        required
        label={t('form.language')}
        description={t('form.language_hint')}
        data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
      />
      <LogoField template={template} />
      <FormError error={update.error} />
      <FormDialogFooter action={t('form.save')} busy={update.isPending} onClose={onClose} />
    </Form>
  );
};
