import {
  keepPreviousData,
  useMutation,
  type UseMutationResult,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { EndpointId, EndpointTable } from '@sergak/contract/endpoints.ts';
import { failedWith } from './api-error.ts';
import { call, type CallInput, type CallOptions, type CallOutput, touchedFamilies } from './api.ts';
import { type SharedKey, text, type TextValues } from './i18n/use-t.ts';
import { queryClient } from './query-client.ts';
import { showToast, type Toast } from './toasts.ts';

export type ReadId = { [K in EndpointId]: EndpointTable[K] extends { method: 'GET' } ? K : never }[EndpointId];
export type WriteId = Exclude<EndpointId, ReadId>;

/** The cache key of a read; its first part is the family that writes mark as stale. */
export const keyOf = <K extends ReadId>(id: K, input: CallInput<K>): readonly [string, K, CallInput<K>] => [
  id.split('.')[0]!,
  id,
  input,
];

export type ReadOptions<K extends ReadId = ReadId> = {
  enabled?: boolean;
  /** Milliseconds during which a cached response is not requested again. */
  staleTime?: number;
  /** Milliseconds between two requests; may depend on the last response. */
  refetchInterval?: number | false | ((last: CallOutput<K> | undefined) => number | false);
  /** The screen shows the failure itself: no toast. */
  quiet?: boolean;
  /** Do not show the previous page while the next one loads. */
  fresh?: boolean;
};

/** Reads an endpoint through the cache. While a response for other input loads, the old one stays (`isPlaceholderData`). */
export const useRead = <K extends ReadId>(
  id: K,
  input: CallInput<K>,
  options: ReadOptions<K> = {},
): UseQueryResult<CallOutput<K>> => {
  const { quiet = false, fresh = false, refetchInterval: interval, ...rest } = options;
  return useQuery<CallOutput<K>>({
    ...rest,
    refetchInterval: typeof interval === 'function' ? (query) => interval(query.state.data) : interval,
    queryKey: keyOf(id, input),
    queryFn: ({ signal }) => call(id, input, { signal }),
    ...(fresh ? {} : { placeholderData: keepPreviousData }),
    meta: { endpoint: id, quiet },
  });
};

/** Marks the families that a write has changed as stale. */
export const refresh = (...families: string[]): Promise<unknown> =>
  Promise.all(families.map((family) => queryClient.invalidateQueries({ queryKey: [family] })));

/**
 * Like `refresh`, after `id` was deleted: reads of `id` are not repeated, because the page that shows it is about to
 * close.
 */
const refreshWithout = async (id: string, families: readonly string[]): Promise<void> => {
  const isOfIt = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
    Object.values((queryKey[2] ?? {}) as Record<string, unknown>).includes(id);
  await Promise.all(
    families.map(async (family) => {
      await queryClient.invalidateQueries({ queryKey: [family], predicate: isOfIt, refetchType: 'none' });
      await queryClient.invalidateQueries({ queryKey: [family], predicate: (query) => !isOfIt(query) });
    }),
  );
};

export type WriteOptions = {
  /** Key of the success toast, with its values. */
  tip?: SharedKey;
  tipValues?: TextValues;
  /** The action that the success toast offers. */
  tipAction?: NonNullable<Toast['action']>;
  /** The form shows the failure itself: no toast. */
  quiet?: boolean;
  /** Id of the thing that this write deletes; its page is left afterwards. */
  deletedId?: string;
  onProgress?: CallOptions['onProgress'];
};

/** A write: `mutate(input)`. On success its `touches` are refreshed and its tip is shown. */
export const useWrite = <K extends WriteId>(
  id: K,
  options: WriteOptions = {},
): UseMutationResult<CallOutput<K>, unknown, CallInput<K>> =>
  useMutation<CallOutput<K>, unknown, CallInput<K>>({
    mutationFn: (input) => call(id, input, options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    onSuccess: async () => {
      if (options.tip !== undefined)
        showToast({
          kind: 'success',
          text: text(options.tip, options.tipValues),
          ...(options.tipAction && { action: options.tipAction }),
        });
      const touched = touchedFamilies(id);
      await (options.deletedId === undefined ? refresh(...touched) : refreshWithout(options.deletedId, touched));
    },
    // The list behind the selection is out of date: it is read again, so that the person sees who is selected now.
    onError: async (error) => {
      if (failedWith(error, 'employee.selection_changed'))
        await refresh(...new Set(['employees', ...touchedFamilies(id)]));
    },
    meta: { endpoint: id, quiet: options.quiet === true },
  });
