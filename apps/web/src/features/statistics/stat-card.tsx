import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../../shared/ui/section.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';

type Query<D> = { readonly data: D | undefined; readonly isError: boolean; readonly refetch: () => unknown };
type Loaded<Q> = { readonly [K in keyof Q]: Q[K] extends Query<infer D> ? D : never };

/** A card that waits for its requests: a skeleton first, and a retry button if a request failed. */
export const StatCard = <const Q extends readonly Query<unknown>[]>({
  title,
  of: queries,
  height = 260,
  children,
}: {
  title: string;
  of: Q;
  height?: number;
  children: (...data: Loaded<Q> extends readonly unknown[] ? Loaded<Q> : never) => ReactNode;
}): ReactNode => {
  const failed = queries.filter((one) => one.isError && one.data === undefined);
  if (failed.length > 0)
    return (
      <Section title={title}>
        <ErrorState onRetry={() => failed.forEach((one) => void one.refetch())} />
      </Section>
    );
  if (queries.some((one) => one.data === undefined))
    return <Skeleton height={height} radius={14} role="status" aria-label={title} />;
  return children(...(queries.map((one) => one.data) as never));
};
