import type { FastifyInstance } from 'fastify';

const CHECK_MS = 100;

/**
 * While the server closes, closes each connection as soon as its request has been received and answered. Fastify looks for
 * idle connections once, so a client that got its answer before it had sent everything would hold the stop until its
 * keep-alive ends.
 */
export const closeIdleConnections = (app: FastifyInstance): void => {
  app.addHook('preClose', async () => {
    const timer = setInterval(() => app.server.closeIdleConnections(), CHECK_MS);
    app.server.once('close', () => clearInterval(timer));
    // Never listened: there is nothing to close, and no event.
    if (!app.server.listening) clearInterval(timer);
  });
};
