import { useQueries } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';

const KEEP_MS = 5 * 60_000;

/** Names of courses by id, requested one by one; deleted courses are left out. */
export const useCourseNames = (ids: readonly string[]): ReadonlyMap<string, string> =>
  useQueries({
    queries: ids.map((id) => ({
      queryKey: ['library', 'name', id],
      queryFn: () => call('library.course', { id }).then((course) => course.title),
      staleTime: KEEP_MS,
      retry: false,
      meta: { quiet: true },
    })),
    combine: (all) => new Map(all.flatMap((one, i) => (one.data === undefined ? [] : [[ids[i]!, one.data] as const]))),
  });

/** Names of campaigns by id. */
export const useCampaignNames = (ids: readonly string[]): ReadonlyMap<string, string> =>
  useQueries({
    queries: ids.map((id) => ({
      queryKey: ['campaigns', 'name', id],
      queryFn: () => call('campaigns.get', { id }).then((campaign) => campaign.name),
      staleTime: KEEP_MS,
      retry: false,
      meta: { quiet: true },
    })),
    combine: (all) => new Map(all.flatMap((one, i) => (one.data === undefined ? [] : [[ids[i]!, one.data] as const]))),
  });
