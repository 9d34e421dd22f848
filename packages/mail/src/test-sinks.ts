import { onTestFinished } from 'vitest';
import type { ServerConfig } from './connection.ts';
import { startSink, type Sink, type SinkFault, type SinkOptions, type SinkStage } from './sink.ts';

/** A sink that is closed at the end of the test. */
export const sinkWith = async (options: SinkOptions = {}): Promise<Sink> => {
  const sink = await startSink({ keepRaw: true, ...options });
  onTestFinished(() => sink.stop());
  return sink;
};

/** Configuration for a sink, with short timeouts. */
export const configOf = (sink: { port: number }, extra: Partial<ServerConfig> = {}): ServerConfig => ({
  host: '127.0.0.1',
  port: sink.port,
  security: 'none',
  ...extra,
  timeouts: { connectMs: 2_000, greetingMs: 1_000, commandMs: 1_000, bodyMs: 5_000, ...extra.timeouts },
});

export const envelope = { from: 'portal@acme.test', to: 'anna@acme.test' };
export const email = 'Message-ID: <1@acme.test>\r\nSubject: x\r\n\r\nhello\r\n';

/** The same fault each time its stage is reached. */
export const faultAt = (fault: SinkFault) => (at: SinkStage) => (at === fault.at ? fault : undefined);
