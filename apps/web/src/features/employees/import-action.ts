import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';

const kinds = ['returned', 'added', 'changed', 'leaving'] as const;
/** How many people an import restores, adds, changes and removes. */
export type ImportNumbers = Readonly<Record<(typeof kinds)[number], number>>;

/** The label of the button that confirms an import: a sentence for one kind of change, a list for several. */
export const useImportAction = (numbers: ImportNumbers): string => {
  const t = useT('employees__import');
  const happening = kinds.filter((kind) => numbers[kind] > 0);
  const [only] = happening;
  if (only === undefined) return t('action.nothing');
  const number = formatNumber(numbers[only]);
  if (happening.length === 1) return t(`action.${only}`, { count: numbers[only], number });
  const list = happening.map((kind) => t(`action_part.${kind}`, { number: formatNumber(numbers[kind]) })).join(', ');
  return list.charAt(0).toUpperCase() + list.slice(1);
};
