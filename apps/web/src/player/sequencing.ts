import type { ScormItem, ScormManifest } from '@sergak/contract/scorm/scorm.schema.ts';

export type Activity = { id: string; title: string; isVisible?: boolean; children: Activity[] } & Record<
  string,
  unknown
>;

const activityOf = (item: ScormItem): Activity => ({
  ...item.sequencing,
  id: item.id,
  title: item.title,
  isVisible: item.visible,
  children: item.items.map(activityOf),
  ...(item.completion_threshold === null
    ? {}
    : { completionThreshold: { completedByMeasure: true, minProgressMeasure: item.completion_threshold } }),
});

/** The organisation of the package as a tree of activities. */
export const activityTree = (manifest: ScormManifest): Activity => ({
  // By default a cluster lets the learner choose; flow is off unless the manifest switches it on.
  ...manifest.sequencing,
  id: manifest.organization,
  title: manifest.title,
  children: manifest.items.map(activityOf),
});

type Stored = {
  currentActivityId?: string | null;
  sequencing?: {
    currentActivity?: string | null;
    suspendedActivity?: string | null;
    activityStates?: Record<string, { isActive?: boolean; isSuspended?: boolean }>;
  };
  suspensionState?: { currentActivityId?: string | null; suspendedActivityId?: string | null };
};

/**
 * A closed tab leaves the state with a current activity, which can be neither started nor resumed. Returns the state as if the
 * learner had suspended it; a state that was suspended stays as it is.
 */
export const asSuspended = (stored: string): string => {
  const state = JSON.parse(stored) as Stored;
  const current = state.suspensionState?.currentActivityId ?? state.sequencing?.currentActivity ?? null;
  if (current === null) return stored;
  state.currentActivityId = null;
  if (state.sequencing) {
    state.sequencing.currentActivity = null;
    state.sequencing.suspendedActivity = current;
    for (const activity of Object.values(state.sequencing.activityStates ?? {}))
      if (activity.isActive) Object.assign(activity, { isActive: false, isSuspended: true });
  }
  if (state.suspensionState)
    Object.assign(state.suspensionState, { currentActivityId: null, suspendedActivityId: current });
  return JSON.stringify(state);
};
