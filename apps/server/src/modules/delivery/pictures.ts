import { picturesIn } from '@sergak/contract/phishing/pictures.rules.ts';
import type { MessageAttachment } from '@sergak/mail/message.ts';
import type { Platform } from '../../platform/context.ts';
import { findPinnedFiles, type CampaignEmailRow, type PinnedFile } from './content.query.ts';

/** A picture of an email, embedded in each message. */
export type EmailPicture = { readonly id: string; readonly type: string; readonly bytes: Buffer };

/** The Content-ID of a picture. */
export const contentId = (fileId: string): string => `${fileId}@pictures`;

export const pictureAttachment = ({ id, type, bytes }: EmailPicture): MessageAttachment => ({
  filename: `${id.slice(0, 8)}.${type === 'image/jpeg' ? 'jpg' : 'png'}`,
  contentType: type,
  content: bytes,
  cid: contentId(id),
});

/** Reads the bytes of pictures from the store. */
export const readPictures = (platform: Platform, files: readonly PinnedFile[]): Promise<EmailPicture[]> =>
  Promise.all(
    files.map(async ({ id, content_type, storage_key }) => ({
      id,
      type: content_type,
      bytes: await platform.files.bytes(storage_key),
    })),
  );

/** The pictures that a campaign's email shows, as they were at the launch. */
export const campaignPictures = async (platform: Platform, email: CampaignEmailRow): Promise<EmailPicture[]> =>
  readPictures(platform, await findPinnedFiles(platform.db, email.campaign_id, picturesIn(email.html)));
