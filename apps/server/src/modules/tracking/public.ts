import type { Platform } from '../../platform/context.ts';
import { addressOfListener, startTracking } from './listener.ts';

export { openRecorder } from './recorder.ts';
export { storeOne } from './store.ts';
export { newEventId } from './event-id.ts';
export { recordReports } from './reports.service.ts';
export { clearTraces, countTraces, dropResults, separateEvents } from './traces.repo.ts';
export type { Hit, HitKind } from './tracking.types.ts';

/** Starts the listener of the phishing origin in a process and puts its address into `urls`. */
export const startTrackingListener = async (platform: Platform): Promise<() => Promise<void>> => {
  const { config, urls } = platform;
  const listener = await startTracking(platform, config.ports.phishing, config.host);
  urls.phishing = config.publicUrls.phishing ?? addressOfListener(listener.server, config.host);
  return () => listener.stop();
};
