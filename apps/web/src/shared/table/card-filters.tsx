import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Select } from '../ui/select.tsx';
import { ActiveFilters, type Chip } from './active-filters.tsx';
import css from './card-filters.module.css';
import { FilterButton } from './filter-button.tsx';
import { SearchBox } from './search-box.tsx';

const PHONE = '(max-width: 600px)';

export type Choice = {
  readonly label: string;
  readonly value: string;
  /** The value that filters nothing: the first one, unless named. */
  readonly usual?: string;
  readonly onChange: (value: string) => void;
  /** The values do not speak for themselves: beside the search each of them follows its label. */
  readonly labelled?: true;
  readonly data: readonly { readonly value: string; readonly label: string }[];
};
const usualOf = (one: Choice): string => one.usual ?? one.data[0]!.value;
const wordsOf = (one: Choice): string => one.data.find(({ value }) => value === one.value)?.label ?? one.value;

/** A choice beside the search; its label is only spoken, unless the values need it. */
const Quick = ({ one }: { one: Choice }): ReactNode => (
  <Select
    {...(one.labelled && { miw: 250 })}
    aria-label={one.label}
    title={one.label}
    value={one.value}
    onChange={(value) => one.onChange(value ?? usualOf(one))}
    data={one.data.map(({ value, label }) => ({ value, label: one.labelled ? `${one.label}: ${label}` : label }))}
  />
);

const Form = ({ choices }: { choices: readonly Choice[] }): ReactNode => (
  <div className={css['form']}>
    {choices.map((one) => (
      <Select
        key={one.label}
        label={one.label}
        value={one.value}
        onChange={(value) => one.onChange(value ?? usualOf(one))}
        data={[...one.data]}
      />
    ))}
  </div>
);

/** A chip for each choice that filters something. */
const chipsOf = (choices: readonly Choice[]): Chip[] =>
  choices
    .filter((one) => one.value !== usualOf(one))
    .map((one) => ({
      key: one.label,
      label: `${one.label}: ${wordsOf(one)}`,
      onRemove: () => one.onChange(usualOf(one)),
    }));

type Props = {
  search: string;
  placeholder: string;
  onSearch: (search: string) => void;
  /** The choices that are used most: beside the search, without a label of their own. */
  quick: readonly Choice[];
  /** The other filters, in the drawer. */
  more: readonly Choice[];
  /** The order of the cards. */
  sort?: Choice;
  total: number | undefined;
  onReset: () => void;
};

/**
 * Search and filters above cards: two or three choices at hand, the others in a drawer, and chips of those that are active.
 * On a phone, all choices are in the drawer.
 */
export const CardFilters = ({ search, placeholder, onSearch, quick, more, sort, total, onReset }: Props): ReactNode => {
  const isPhone = useMediaQuery(PHONE, window.matchMedia(PHONE).matches, { getInitialValueInEffect: false });
  const inDrawer = isPhone ? [...quick, ...more] : more;
  const chips = chipsOf(inDrawer);
  return (
    <div className={css['filters']}>
      <div className={css['search']}>
        <SearchBox value={search} onChange={onSearch} placeholder={placeholder} />
      </div>
      {!isPhone && (
        <div className={css['quick']}>
          {quick.map((one) => (
            <Quick key={one.label} one={one} />
          ))}
        </div>
      )}
      <FilterButton
        filters={{ form: <Form choices={inDrawer} />, chips, onReset }}
        total={total}
        ready={total !== undefined}
      />
      {sort && (
        <div className={css['sort']}>
          <Quick one={sort} />
        </div>
      )}
      {chips.length > 0 && (
        <div className={css['chips']}>
          <ActiveFilters chips={chips} onReset={onReset} />
        </div>
      )}
    </div>
  );
};
