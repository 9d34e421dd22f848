import type { ReactNode } from 'react';
import { audiences } from '@sergak/contract/starter/starter.rules.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { useT } from '../i18n/use-t.ts';
import { SearchBox } from '../table/search-box.tsx';
import { Select } from '../ui/select.tsx';
import { starterStates } from './state-badge.tsx';
import css from './starter.module.css';

/** Name of a month (1–12) in the language of the interface. */
export const monthName = (month: number): string =>
  new Intl.DateTimeFormat(currentLanguage() === 'uz' ? 'uz-Latn' : currentLanguage(), {
    month: 'long',
    timeZone: 'UTC',
  }).format(Date.UTC(2026, month - 1, 15));

export type Choice = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly data: readonly { readonly value: string; readonly label: string }[];
};

type Props = {
  search: string;
  placeholder: string;
  onSearch: (search: string) => void;
  audience: string;
  onAudience: (audience: string) => void;
  state: string;
  onState: (state: string) => void;
  choices: readonly Choice[];
};

/** Search and filters of the library. */
export const StarterFilters = (props: Props): ReactNode => {
  const t = useT('library__starter');
  const all: Choice[] = [
    ...props.choices,
    {
      label: t('filter.audience'),
      value: props.audience,
      onChange: props.onAudience,
      data: [
        { value: '', label: t('filter.any_audience') },
        ...audiences.map((one) => ({ value: one, label: t(`audience.${one}`) })),
      ],
    },
    {
      label: t('filter.state'),
      value: props.state,
      onChange: props.onState,
      data: starterStates.map((one) => ({ value: one, label: t(`state.${one}`) })),
    },
  ];
  return (
    <div className={css['filters']}>
      <SearchBox value={props.search} onChange={props.onSearch} placeholder={props.placeholder} />
      {all.map((one) => (
        <Select
          key={one.label}
          label={one.label}
          value={one.value}
          onChange={(value) => one.onChange(value ?? '')}
          data={[...one.data]}
        />
      ))}
    </div>
  );
};
