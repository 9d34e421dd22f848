import type { Mail } from '../../platform/mail-file/mail.types.ts';
import { isAttachedMail, openAttachedMail, readMail } from '../../platform/mail-file/read-mail.ts';

const DEPTH = 3;

/** Parses the message, or only its headers if its body breaks the limits; a message without readable headers is empty. */
const parseAny = async (raw: Buffer): Promise<Mail> => {
  try {
    return await readMail(raw);
  } catch {
    const end = raw.indexOf('\r\n\r\n');
    return readMail(raw.subarray(0, end < 0 ? 16_384 : Math.min(end, 65_536))).catch(() => ({
      headers: [],
      headerLines: [],
      attachments: [],
    }));
  }
};

/** The message and the emails attached to it, the outermost first. */
export const layersOf = async (raw: Buffer): Promise<Mail[]> => {
  const layers = [await parseAny(raw)];
  for (let depth = 0, from = 0; depth < DEPTH; depth += 1) {
    const attached = layers.slice(from).flatMap((email) => email.attachments.filter(isAttachedMail));
    from = layers.length;
    for (const one of attached.slice(0, 10))
      layers.push(
        ...(await openAttachedMail(one).then(
          // Scanners leave attached emails of which nothing is left.
          (email) => (email.headers.length > 0 || email.text || email.html ? [email] : []),
          () => [],
        )),
      );
  }
  return layers;
};
