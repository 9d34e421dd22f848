import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  readonly name: string | Buffer;
  readonly data?: string | Buffer;
  /** The unpacked size in the directory, if it is to be wrong. */
  readonly statedSize?: number;
  readonly mode?: number;
  /** Bit 11 (0x800) declares the name as UTF-8, bit 0 the data as encrypted. */
  readonly flags?: number;
  readonly method?: number;
};

/** An archive, byte by byte, so that tests can make archives that no archiver would write. */
export const zipOf = (entries: readonly ZipEntry[]): Buffer => {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const data = Buffer.from(entry.data ?? 'x');
    const method = entry.method ?? 8;
    const packed = method === 8 ? deflateRawSync(data) : data;
    const name = Buffer.from(entry.name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(entry.flags ?? (typeof entry.name === 'string' ? 0x800 : 0), 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(entry.statedSize ?? data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, tail, name]));
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed]);
    bodies.push(body);
    offset += body.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, list, end]);
};

type ManifestParts = {
  readonly href?: string;
  readonly title?: string;
  readonly version?: string;
  readonly head?: string;
  readonly items?: string;
  readonly resources?: string;
  readonly after?: string;
};

/** A manifest with one SCO, unless other items and resources are given. */
export const manifestOf = (parts: ManifestParts = {}): string => `${parts.head ?? '<?xml version="1.0"?>'}
<manifest identifier="M" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schema>ADL SCORM</schema><schemaversion>${parts.version ?? '1.2'}</schemaversion></metadata>
  <organizations default="O"><organization identifier="O"><title>${parts.title ?? 'Пожарная безопасность'}</title>
    ${parts.items ?? '<item identifier="I1" identifierref="R1"><title>Урок</title><adlcp:masteryscore>80</adlcp:masteryscore></item>'}
  </organization></organizations>
  <resources>
    ${parts.resources ?? `<resource identifier="R1" type="webcontent" adlcp:scormtype="sco" href="${parts.href ?? 'index.html'}"><file href="${parts.href ?? 'index.html'}"/></resource>`}
  </resources>${parts.after ?? ''}
</manifest>`;

export const PAGE = '<!doctype html><script>parent.API.LMSInitialize("")</script>';

/** The entries of a small package that plays. */
export const packageEntries = (page = PAGE): ZipEntry[] => [
  { name: 'imsmanifest.xml', data: manifestOf() },
  { name: 'index.html', data: page },
];
