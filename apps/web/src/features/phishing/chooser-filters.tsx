import type { ReactNode } from 'react';
import { difficulties } from '@sergak/contract/phishing/phishing.rules.ts';
import type { TemplateGroup } from '@sergak/contract/phishing/phishing.schema.ts';
import type { StarterTemplate } from '@sergak/contract/phishing/starter.schema.ts';
import { languages } from '@sergak/contract/session/session.rules.ts';
import { languageNames } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Select } from '../../shared/ui/select.tsx';
import css from './phishing.module.css';

/** Empty values mean any. The category is its title: the library and the organisation share titles, not ids. */
export type ChooserFilter = { readonly category: string; readonly difficulty: string; readonly language: string };
export const anyEmail: ChooserFilter = { category: '', difficulty: '', language: '' };

const isLevel = ({ difficulty: wanted }: ChooserFilter, { difficulty }: { difficulty: string }): boolean =>
  wanted === '' || difficulty === wanted;
const isSpoken = ({ language }: ChooserFilter, { languages: spoken }: { languages: readonly string[] }): boolean =>
  language === '' || spoken.includes(language);

/** The groups with the emails that pass the filter; a group without any is left out. */
export const filteredGroups = (groups: readonly TemplateGroup[], filter: ChooserFilter): TemplateGroup[] =>
  groups
    .filter((group) => filter.category === '' || group.category === filter.category)
    .map((group) => ({
      ...group,
      templates: group.templates
        .filter((one) => isLevel(filter, one))
        .map((one) => ({ ...one, emails: one.emails.filter((email) => isSpoken(filter, email)) }))
        .filter((one) => one.emails.length > 0),
    }))
    .filter((group) => group.templates.length > 0);

/** The templates of the library that pass the filter. */
export const filteredStarters = (entries: readonly StarterTemplate[], filter: ChooserFilter): StarterTemplate[] =>
  entries.filter(
    (one) =>
      (filter.category === '' || one.category_title === filter.category) &&
      isLevel(filter, one) &&
      isSpoken(filter, one),
  );

type Props = {
  /** Titles of the categories that there are. */
  categories: readonly string[];
  value: ChooserFilter;
  onChange: (patch: Partial<ChooserFilter>) => void;
};
/** Category, difficulty and language of the emails that the chooser shows. */
export const ChooserFilters = ({ categories, value, onChange }: Props): ReactNode => {
  const t = useT('phishing__templates');
  const say = useT('phishing');
  const lists = [
    {
      name: 'category',
      label: t('filter.category'),
      any: t('filter.any_category'),
      data: categories.map((one) => ({ value: one, label: one })),
    },
    {
      name: 'difficulty',
      label: t('filter.difficulty'),
      any: t('filter.any_difficulty'),
      data: difficulties.map((one) => ({ value: one, label: say(`difficulty.${one}`) })),
    },
    {
      name: 'language',
      label: t('filter.language'),
      any: t('filter.any_language'),
      data: languages.map((one) => ({ value: one, label: languageNames[one] })),
    },
  ] as const;
  return (
    <div className={css['chooser-filters']}>
      {lists.map(({ name, label, any, data }) => (
        <Select
          key={name}
          aria-label={label}
          value={value[name]}
          onChange={(next) => onChange({ [name]: next ?? '' })}
          data={[{ value: '', label: any }, ...data]}
        />
      ))}
    </div>
  );
};
