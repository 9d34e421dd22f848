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
  | 'statistics.progress-group-people'
  | 'statistics.people-behind'
  | 'statistics.heat-map'
  | 'statistics.course-effects';
type Page<K extends Listed> = CallOutput<K>;

/** A growing list: loads twenty rows at a time, more when `end` comes near the window. */
export const useMore = <K extends Listed>(id: K, input: Omit<CallInput<K>, 'limit' | 'offset'>, enabled = true) => {
  const query = useInfiniteQuery({
    queryKey: ['statistics', id, 'more', input],
    queryFn: ({ pageParam, signal }) =>
      call(id, { ...input, limit: AT_ONCE, offset: pageParam } as CallInput<K>, { signal }) as Promise<Page<K>>,
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

/** Document 2, section 19: a list loads more at 80 % of its scroll height, evaluated at most once in 150 ms. */
export const NEAR = 0.8;
const THROTTLE_MS = 150;

type Place = { readonly scrollTop: number; readonly clientHeight: number; readonly scrollHeight: number };
/** Whether the visible part reaches the last fifth of the scroll height. */
export const isNearEnd = ({ scrollTop, clientHeight, scrollHeight }: Place): boolean =>
  scrollTop + clientHeight >= NEAR * scrollHeight;

const scrollerOf = (element: Element): Element => {
  for (let at = element.parentElement; at !== null; at = at.parentElement)
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return document.documentElement;
};

/**
 * Calls `onNear` when the list around the element is scrolled near its end; a list that fits its window counts as
 * near.
 */
export const useNear = (onNear: () => void, enabled: boolean): RefObject<HTMLDivElement | null> => {
  const end = useRef<HTMLDivElement>(null);
  const look = useRef(() => undefined as void);
  useEffect(() => {
    look.current = () => {
      if (end.current !== null && isNearEnd(scrollerOf(end.current))) onNear();
    };
  });
  useEffect(() => {
    if (!enabled) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        look.current();
      }, THROTTLE_MS);
    };
    later();
    // Scroll events of inner elements do not bubble.
    document.addEventListener('scroll', later, { capture: true, passive: true });
    window.addEventListener('resize', later);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('scroll', later, { capture: true });
      window.removeEventListener('resize', later);
    };
  }, [enabled]);
  return end;
};
