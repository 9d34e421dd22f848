import { lazy } from '../../shared/ui/lazy.tsx';

export { ActionsTab } from './actions-tab.tsx';
export { Forecast } from './forecast.tsx';
export { LogTab } from './log-tab.tsx';
export { type Foreseen, JoinOutcome, Outcome, useForeseen } from './outcome.tsx';
export { SaveBar } from './save-bar.tsx';
export { Schedule } from './schedule.tsx';
export { useTagDraft } from './use-draft.ts';

/** What the actions of all tags are going to do; its code comes when it is first shown. */
export const ForecastDrawer = lazy(() => import('./forecast-drawer.tsx'));
