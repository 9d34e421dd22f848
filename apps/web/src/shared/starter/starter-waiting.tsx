import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './starter.module.css';

/** The shape of a library while it loads; `covers`: its cards begin with a picture. */
export const StarterWaiting = ({ covers = false }: { covers?: boolean }): ReactNode => (
  <div aria-hidden>
    <Skeleton height={14} width="min(100%, 620px)" mb={16} />
    <div className={css['waiting']}>
      <Skeleton height={36} />
      <Skeleton height={36} />
      <Skeleton height={36} />
    </div>
    <div className={css['cards']}>
      {Array.from({ length: 6 }, (_, i) => (
        <div key={i} className={css['card']}>
          {covers ? <div className={css['cover']} /> : <Skeleton height={40} width={40} />}
          <Skeleton height={16} width="70%" />
          <Skeleton height={12} />
          <Skeleton height={12} width="85%" />
          <Skeleton height={36} width="60%" mt="auto" />
        </div>
      ))}
    </div>
  </div>
);
