import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), content]);
};
const sequence = (...parts: Buffer[]) => tlv(0x30, ...parts);
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));
const SHA256_RSA = sequence(oid('2a864886f70d01010b'), tlv(0x05));
const time = (text: string) => tlv(0x18, Buffer.from(text));

/** A fresh self-signed certificate for `localhost` and 127.0.0.1, for test servers only. */
export const makeTestCertificate = (
  options: { expired?: boolean; name?: string } = {},
): { key: string; cert: string } => {
  const { expired = false, name = 'localhost' } = options;
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const subject = sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(name)))));
  const names = sequence(
    tlv(0x82, Buffer.from(name)),
    ...(name === 'localhost' ? [tlv(0x87, Buffer.from([127, 0, 0, 1]))] : []),
  );
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    SHA256_RSA,
    subject,
    sequence(time('20200101000000Z'), time(expired ? '20210101000000Z' : '20991231235959Z')),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(sequence(oid('551d11'), tlv(0x04, names)))),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  const der = sequence(body, SHA256_RSA, tlv(0x03, Buffer.from([0]), signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
};
