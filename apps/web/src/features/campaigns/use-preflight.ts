import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Preflight } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { call } from '../../shared/api.ts';
import { type CampaignDraft, toForm } from './draft.ts';

/** The pre-flight checks of a launch, requested again shortly after each change. */
export const usePreflight = (draft: CampaignDraft) => {
  const [asked] = useDebouncedValue(draft, 600);
  const checked = useQuery<Preflight>({
    queryKey: ['campaigns', 'campaigns.preflight', asked],
    queryFn: ({ signal }) => call('campaigns.preflight', toForm(asked), { signal }),
    placeholderData: keepPreviousData,
    meta: { endpoint: 'campaigns.preflight', quiet: true },
  });
  // The result of an earlier form is not current: the launch button stays disabled until the new result arrives.
  return { ...checked, isCurrent: asked === draft && !checked.isPlaceholderData };
};
