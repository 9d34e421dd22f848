import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** Metrics of this process for operators, at /metrics of the operations listener. */
export const createMetrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'sergak_' });
  return {
    registry,
    requests: new Histogram({
      name: 'sergak_request_seconds',
      help: 'Time to answer a call, by endpoint and status.',
      labelNames: ['endpoint', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    emails: new Counter({
      name: 'sergak_emails_total',
      help: 'Emails by kind and outcome.',
      labelNames: ['kind', 'outcome'] as const,
      registers: [registry],
    }),
    tracking: new Counter({
      name: 'sergak_tracking_events_total',
      help: 'Tracking events stored, by kind and verdict.',
      labelNames: ['kind', 'verdict'] as const,
      registers: [registry],
    }),
    securityEvents: new Counter({
      name: 'sergak_security_events_total',
      help: 'Rejected requests that an attack may be behind, by kind and error code.',
      labelNames: ['event', 'code'] as const,
      registers: [registry],
    }),
    jobs: new Histogram({
      name: 'sergak_job_seconds',
      help: 'Time of background jobs, by name and outcome.',
      labelNames: ['job', 'outcome'] as const,
      buckets: [0.01, 0.1, 1, 10, 60, 600],
      registers: [registry],
    }),
    tasksOpen: new Gauge({ name: 'sergak_requests_open', help: 'Requests being answered.', registers: [registry] }),
  };
};
