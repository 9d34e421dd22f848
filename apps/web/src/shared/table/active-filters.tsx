import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useT } from '../i18n/use-t.ts';
import css from './table.module.css';

export type Chip = { readonly key: string; readonly label: ReactNode; readonly onRemove: () => void };

const ActiveFilter = ({ label, onRemove }: Omit<Chip, 'key'>): ReactNode => {
  const t = useT('commons');
  const id = useId();
  return (
    <li className={css['chip']}>
      <span id={`${id}-label`}>{label}</span>
      <button
        type="button"
        id={`${id}-remove`}
        aria-label={t('filters.remove')}
        aria-labelledby={`${id}-remove ${id}-label`}
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden />
      </button>
    </li>
  );
};

/** The filters of a list that are active, each with a button that removes it. */
export const ActiveFilters = ({
  chips,
  onReset,
}: {
  readonly chips: readonly Chip[];
  readonly onReset: () => void;
}): ReactNode => {
  const t = useT('commons');
  return (
    <ul className={css['chips']} aria-label={t('filters.active')}>
      {chips.map((chip) => (
        <ActiveFilter key={chip.key} label={chip.label} onRemove={chip.onRemove} />
      ))}
      <li>
        <button type="button" className={css['reset']} onClick={onReset}>
          {t('filters.reset')}
        </button>
      </li>
    </ul>
  );
};
