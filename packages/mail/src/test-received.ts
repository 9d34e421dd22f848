import PostalMime from 'postal-mime';
import { contentOf } from './catcher.ts';

/** The parser keeps CRLF, and adds a line break to a part that is not in base64. */
const linesOf = (text = '') => text.replaceAll('\r\n', '\n').replace(/\n$/, '');

/** A sent email as its recipient reads it, its texts without their last line break. */
export const readReceived = async (raw: Buffer) => {
  const { attachments, headers, text, html, ...email } = await PostalMime.parse(raw);
  return {
    ...email,
    text: linesOf(text),
    html: linesOf(html),
    headers: new Map(headers.map(({ key, value }) => [key, value])),
    attachments: attachments.map((one) => ({
      filename: one.filename,
      contentType: one.mimeType,
      cid: one.contentId?.slice(1, -1),
      related: one.related,
      content: contentOf(one),
    })),
  };
};
export type Received = Awaited<ReturnType<typeof readReceived>>;
