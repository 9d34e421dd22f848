import type { ReactNode } from 'react';
import type { CourseDetail } from '@sergak/contract/library/library.schema.ts';
import type { SlideDoc } from '@sergak/contract/library/slide-doc.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { TextField } from '../../shared/forms/form.tsx';
import { SelectField, TextAreaField } from '../../shared/forms/more-fields.tsx';
import { NumberField } from '../../shared/forms/number-field.tsx';
import { languageNames, languages } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './editor.module.css';
import { SummaryField } from './summary-field.tsx';

export type CourseValues = {
  title: string;
  description: string;
  minutes: number;
  language: Language;
  summary: SlideDoc;
};
export const noSummary: SlideDoc = { type: 'doc', content: [] };
export const courseValues = ({ title, description, minutes, language, summary }: CourseDetail): CourseValues => ({
  title,
  description,
  minutes,
  language,
  summary: summary ?? noSummary,
});

/** The properties of a course, inside a form. */
export const CourseFields = (): ReactNode => {
  const t = useT('library__editor');
  return (
    <div className={css['fields']}>
      <TextField name="title" label={t('field.title')} />
      <TextAreaField name="description" label={t('field.description')} description={t('field.description_hint')} />
      <div className={css['pair']}>
        <NumberField name="minutes" label={t('field.minutes')} />
        <SelectField
          name="language"
          label={t('field.language')}
          allowDeselect={false}
          data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
        />
      </div>
      <SummaryField />
    </div>
  );
};
