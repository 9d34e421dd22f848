import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Preflight } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { call } from '../../shared/api.ts';
import { type Draft, toForm } from './draft.ts';

/** What a launch would do, asked anew a moment after each change. */
export const usePreflight = (draft: Draft) => {
  const [asked] = useDebouncedValue(draft, 600);
  return useQuery<Preflight>({
    queryKey: ['campaigns', 'campaigns.preflight', asked],
    queryFn: ({ signal }) => call('campaigns.preflight', toForm(asked), { signal }),
    placeholderData: keepPreviousData as never,
    meta: { endpoint: 'campaigns.preflight', quiet: true },
  });
};
