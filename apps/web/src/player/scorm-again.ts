// The part of scorm-again that the player uses. The package's own types declare default exports that its modules do not have, and
// import each other without extensions.
export type Settings = {
  autocommit?: boolean;
  mastery_override?: boolean;
  dataCommitFormat?: 'flattened';
  /** 5: silent. */
  logLevel?: 5;
  sequencing?: { activityTree: unknown };
};
export type ScormApi = {
  on(event: string, listener: (element: string, value: unknown) => void): void;
  reset(): void;
  /** Fills the data model; possible only before the SCO begins its session. */
  loadFromFlattenedJSON(elements: Record<string, string>): void;
  /** The data model by full names; with `true` including the total time up to now. */
  renderCommitCMI(withTotalTime: boolean): unknown;
};
export type Api12 = ScormApi & { LMSFinish(parameter: ''): string };
type Listeners = {
  onActivityDelivery(activity: { id: string }): void;
  onSequencingSessionEnd(): void;
  onNavigationValidityUpdate(o: { continue: boolean; previous: boolean; choice: Record<string, string> }): void;
};
export type Api2004 = ScormApi & {
  Terminate(parameter: ''): string;
  setSequencingEventListeners(listeners: Listeners): void;
  processNavigationRequest(request: string, activity?: string): boolean;
  serializeSequencingState(): string;
  deserializeSequencingState(state: string): boolean;
  getActivityTrackingData(
    activity: string,
  ): { completionStatus: string; successStatus: string; score: number | null } | null;
};
