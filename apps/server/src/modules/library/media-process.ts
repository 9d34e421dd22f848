import { setPriority } from 'node:os';
import { parseFile, TrackType } from 'music-metadata';
import type { MediaFacts, MediaTask } from './media.types.ts';

// Runs as a separate process: a hostile file can use up neither the server's memory nor its event loop.

const LOW_PRIORITY = 10;
try {
  setPriority(LOW_PRIORITY);
} catch {
  // A container may forbid the change of priority; the limits hold without it.
}

/** Reads the container of a file, judged only by its bytes. Returns null if it is no sound or video. */
const inspect = async ({ path }: MediaTask): Promise<MediaFacts | null> => {
  try {
    const { format } = await parseFile(path, { duration: false, skipCovers: true, skipPostHeaders: true });
    const { container = '', codec = '', hasAudio = false, hasVideo = false, trackInfo } = format;
    return {
      container,
      codec,
      hasAudio,
      hasVideo: hasVideo || trackInfo.some((track) => track.type === TrackType.video),
    };
  } catch {
    return null;
  }
};

// Not `exit`: it would wait for open files.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', async ({ id, task }: { id: number; task: MediaTask }) => {
  process.send!({ id, answer: await inspect(task) });
});
