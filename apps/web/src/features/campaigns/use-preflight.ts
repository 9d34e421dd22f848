import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Preflight } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { call } from '../../shared/api.ts';
import { type Draft, toForm } from './draft.ts';

/** What a launch would do, asked anew a moment after each change. */
export const usePreflight = (draft: Draft) => {
  const [asked] = useDebouncedValue(draft, 600);
  const checked = useQuery<Preflight>({
    queryKey: ['campaigns', 'campaigns.preflight', asked],
    queryFn: ({ signal }) => call('campaigns.preflight', toForm(asked), { signal }),
    placeholderData: keepPreviousData as never,
    meta: { endpoint: 'campaigns.preflight', quiet: true },
  });
  // A form that has just changed is not checked yet: the button must not be pressed on an earlier answer.
  return { ...checked, isCurrent: asked === draft && !checked.isPlaceholderData };
};
