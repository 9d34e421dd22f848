import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, type RefObject } from 'react';
import { call, type CallInput, type CallOutput } from '../../shared/api.ts';

const AT_ONCE = 20;
type Listed =
  | 'statistics.departments'
  | 'statistics.users'
  | 'statistics.user-phishing'
  | 'statistics.my-phishing'
  | 'statistics.user-quizzes'
  | 'statistics.progress-group-people';
type Page<K extends Listed> = CallOutput<K>;

/** A list that grows: twenty rows at a time, more when `end` comes near the window. */
export const useMore = <K extends Listed>(id: K, input: Omit<CallInput<K>, 'limit' | 'offset'>, enabled = true) => {
  const query = useInfiniteQuery({
    queryKey: ['statistics', id, 'more', input],
    queryFn: ({ pageParam, signal }) =>
      call(id, { ...input, limit: AT_ONCE, offset: pageParam } as unknown as CallInput<K>, { signal }) as Promise<
        Page<K>
      >,
    enabled,
    initialPageParam: 0,
    getNextPageParam: (last: Page<K>, all: Page<K>[]) => {
      const loaded = all.reduce((sum, one) => sum + one.data.length, 0);
      return last.data.length === 0 || loaded >= last.total_count ? undefined : loaded;
    },
    placeholderData: keepPreviousData,
    meta: { endpoint: id, quiet: true },
  });
  const first = query.data?.pages[0];
  const rows = query.data?.pages.flatMap((one) => one.data as Page<K>['data'][number][]);
  return { query, first, rows, total: first?.total_count };
};

/** Calls `onNear` whenever the element comes within sight, or nearly so. */
export const useNear = (onNear: () => void, enabled: boolean): RefObject<HTMLDivElement | null> => {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  });
  useEffect(() => {
    if (!enabled || end.current === null) return;
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && latest.current(), {
      rootMargin: '0px 0px 240px',
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [enabled]);
  return end;
};
