export { ActionsTab } from './actions-tab.tsx';
export { Forecast } from './forecast.tsx';
export { ForecastDrawer } from './forecast-drawer.tsx';
export { LogTab } from './log-tab.tsx';
export { type ForecastState, JoinOutcome, Outcome, useChangeForecast } from './outcome.tsx';
export { TagSaveBar } from './save-bar.tsx';
export { ActionSchedule } from './schedule.tsx';
export { useTagDraft } from './use-draft.ts';
