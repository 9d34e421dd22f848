import { SECOND } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import type { Service } from '../../platform/module.ts';
import { listenForChanges } from './listen.repo.ts';

/** A browser that hears about changes of one organisation. */
export type LiveStream = {
  readonly organizationId: string;
  /** Which person it is for; one person has few streams. */
  readonly personId: string;
  changed(): void;
};

const STREAMS_MAX = 5_000;
const STREAMS_OF_PERSON = 10;
/** Changes of this time are told together. */
const GATHERED_MS = SECOND / 2;

const openHub = (platform: Platform) => {
  const streams = new Set<LiveStream>();
  const due = new Set<LiveStream>();
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    timer = undefined;
    for (const one of due) if (streams.has(one)) one.changed();
    due.clear();
  };
  const end = listenForChanges(platform, (organizationId) => {
    for (const one of streams) if (organizationId === null || one.organizationId === organizationId) due.add(one);
    if (due.size > 0) timer ??= setTimeout(tell, GATHERED_MS);
  });
  return {
    /** Adds a stream and returns the function that removes it; null if there are too many. */
    add(stream: LiveStream): (() => void) | null {
      const own = [...streams].filter((one) => one.personId === stream.personId).length;
      if (streams.size >= STREAMS_MAX || own >= STREAMS_OF_PERSON) return null;
      streams.add(stream);
      return () => streams.delete(stream);
    },
    stop(): void {
      clearTimeout(timer);
      end();
    },
  };
};

const hubs = new WeakMap<Platform, ReturnType<typeof openHub>>();
/** The streams of this process, while the service runs. */
export const liveHub = (platform: Platform) => hubs.get(platform);

/** Hears about changes on every node that serves the portal. */
export const liveService: Service = {
  name: 'live notifications',
  roles: ['all', 'web'],
  async start(platform) {
    const hub = openHub(platform);
    hubs.set(platform, hub);
    return async () => {
      hubs.delete(platform);
      hub.stop();
    };
  },
};
