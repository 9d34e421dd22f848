import type { ReactNode } from 'react';
import { CourseEffects } from './course-effects.tsx';
import { HeatMap } from './heat-map.tsx';
import { NewcomersCard } from './newcomers.tsx';
import { RepeatClickersCard } from './repeat-clickers.tsx';
import css from './statistics.module.css';

/** Where the risk is, who is caught again and again, how newcomers do, and what courses change. */
export default function Analysis({ organization }: { organization: string }): ReactNode {
  return (
    <>
      <HeatMap organization={organization} />
      <div className={css['charts']}>
        <RepeatClickersCard organization={organization} />
        <NewcomersCard organization={organization} />
      </div>
      <div className={css['spaced']}>
        <CourseEffects organization={organization} />
      </div>
    </>
  );
}
