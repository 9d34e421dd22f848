import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Serves built files, whose names contain a hash of their content: cached for a year, compressed as the browser accepts it. */
export const serveAssets = async (app: FastifyInstance, folder: string, prefix: string): Promise<void> => {
  await app.register(fastifyStatic, {
    root: folder,
    prefix,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    decorateReply: false,
    wildcard: false, // one route per file; a wildcard lists the whole folder at each request to check the spelling
  });
};
