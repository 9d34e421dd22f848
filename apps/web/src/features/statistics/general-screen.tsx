import type { ReactNode } from 'react';
import { useMe } from '../../shared/session.ts';
import { Statistics } from './statistics.tsx';

/** The figures of the organisation acted in. */
export default function GeneralStatisticsScreen(): ReactNode {
  return <Statistics id={useMe().acting_organization.id} />;
}
