import { lazy } from '../../shared/ui/lazy.tsx';

export { KindTabs } from './kind-tabs.tsx';
export const ScormCourses = lazy(() => import('./scorm-courses.tsx'));
export { CompletionRuleField, isRuleComplete, useRuleText } from './completion-rule.tsx';
