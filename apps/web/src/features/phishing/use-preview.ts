import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call, type CallInput, type CallOutput } from '../../shared/api.ts';

export type PreviewInput = CallInput<'phishing.preview'> | CallInput<'phishing.starter-preview'>;
export type Preview = CallOutput<'phishing.preview'>;

const KEPT_MS = 20 * 60_000;

/** The address of a preview. The call is a POST but idempotent, so the response is cached. */
export const usePreview = (input: PreviewInput | null, options: { fresh?: boolean } = {}): UseQueryResult<Preview> =>
  useQuery<Preview>({
    queryKey: ['phishing', 'phishing.preview', input],
    queryFn: ({ signal }) =>
      input !== null && 'slug' in input
        ? call('phishing.starter-preview', input, { signal })
        : call('phishing.preview', input!, { signal }),
    enabled: input !== null,
    // The server keeps one draft per person: an old address would show the newer text.
    staleTime: options.fresh === true ? 0 : KEPT_MS,
    gcTime: options.fresh === true ? 0 : KEPT_MS,
    placeholderData: keepPreviousData,
    meta: { endpoint: 'phishing.preview', quiet: true },
  });
