import { config } from './config.ts';
import { REFRESH_MS } from './polling.ts';
import { useRead } from './query.ts';

export type DemoState = {
  /** The demo organisation can be used. */
  readonly ready: boolean;
  /** Percentage while it is being made; null before and afterwards. */
  readonly progress: number | null;
};

/** State of the demo organisation, which a new installation makes in the background. Asks again while it is being made. */
export const useDemo = (): DemoState => {
  const loaded = config();
  const { data } = useRead(
    'session.config',
    {},
    { quiet: true, enabled: loaded.demo_progress !== null, refetchInterval: (last) => nextPoll(last?.demo_progress) },
  );
  const { demo, demo_progress } = data ?? loaded;
  return { ready: demo, progress: demo_progress };
};

const nextPoll = (progress: number | null | undefined): number | false =>
  progress === null ? false : REFRESH_MS.running;
