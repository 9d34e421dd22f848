import type { FastifyInstance } from 'fastify';
import { now } from '../../platform/clock.ts';
import type { Platform, PreviewPayload } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { findPreviewPicture } from './pictures.query.ts';
import { mayStillRead, type PicturePreview } from './preview.service.ts';

/** Serves the pictures of previews on the content origin, each under a signed address that expires with its preview. */
export const servePreviewPictures = async (app: FastifyInstance, platform: Platform): Promise<void> => {
  app.get<{ Params: { token: string } }>('/preview-pictures/:token', async (request, reply) => {
    const payload = platform.secrets.verify<PreviewPayload & PicturePreview>(request.params.token, now());
    if (payload?.kind !== 'phishing-picture' || !(await mayStillRead(platform, payload)))
      throw new AppError('common.not_found');
    const file = await findPreviewPicture(platform.db, payload.organization_id, payload.file_id);
    if (!file) throw new AppError('common.not_found');
    return reply
      .type(file.content_type)
      .header('cache-control', 'private, max-age=900')
      .send(await platform.files.read(file.storage_key));
  });
};
