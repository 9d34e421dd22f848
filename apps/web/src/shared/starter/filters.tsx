import { audiences } from '@sergak/contract/starter/starter.rules.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { useT } from '../i18n/use-t.ts';
import type { Choice } from '../table/card-filters.tsx';
import { starterStates } from './state-badge.tsx';

/** Name of a month (1–12) in the language of the interface. */
export const monthName = (month: number): string =>
  new Intl.DateTimeFormat(currentLanguage() === 'uz' ? 'uz-Latn' : currentLanguage(), {
    month: 'long',
    timeZone: 'UTC',
  }).format(Date.UTC(2026, month - 1, 15));

type Props = {
  audience: string;
  onAudience: (audience: string) => void;
  state: string;
  onState: (state: string) => void;
};

/** The filters that every library has: for whom its entries are, and what the organisation has of them. */
export const useStarterChoices = ({ audience, onAudience, state, onState }: Props): readonly Choice[] => {
  const t = useT('library__starter');
  return [
    {
      label: t('filter.audience'),
      value: audience,
      onChange: onAudience,
      data: [
        { value: '', label: t('filter.any_audience') },
        ...audiences.map((one) => ({ value: one, label: t(`audience.${one}`) })),
      ],
    },
    {
      label: t('filter.state'),
      value: state,
      onChange: onState,
      data: starterStates.map((one) => ({ value: one, label: t(`state.${one}`) })),
    },
  ];
};
