import { uploadedFormats } from '@sergak/contract/phishing/phishing.rules.ts';
import { AppError } from '../../../platform/errors.ts';
import type { OfficeFormat } from './office.ts';
import { checkPart } from './office-part.ts';
import { checkRelationships } from './office-relationships.ts';
import { OfficePackageError, readPackage } from './package.ts';
import { plainAttribute, readXml } from './xml.ts';

const NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/content-types';
const TYPES_PART = '[Content_Types].xml';
const mainTypes: Readonly<Record<OfficeFormat, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
};
export const isOfficeFormat = (format: string): format is OfficeFormat => Object.hasOwn(mainTypes, format);

const macroNames = /(?:^|\/)(?:vbaProject|vbaData|attachedToolbars)[^/]*$|\/(?:macrosheets|dialogsheets|customUI)\//i;
const embeddedNames =
  /\/(?:embeddings|activeX|ctrlProps|webextensions|externalLinks|queryTables)\/|\.(?:exe|dll|js|vbs|ps1|bat|cmd|jar|html?|hta|ole|bin)$/i;
const harmlessBinaries = /\/printerSettings\/printerSettings\d*\.bin$/i;

const isXml = (type: string): boolean => /[+/]xml$/i.test(type);
/** VML: XML by its content, not by its type. */
const VML_TYPE = 'application/vnd.openxmlformats-officedocument.vmldrawing';
const macroTypes = /macro|vba|keyMapCustomizations|attachedToolbars/i;
const activeTypes = /oleObject|activeX|controlproperties|webextension|externalLink|connections|queryTable|customUI/i;
const harmlessTypes =
  /^(?:(?:image|audio|video)\/[\w.+-]{1,80}|application\/(?:xml|x-font[\w-]{0,20}|vnd\.ms-opentype|vnd\.(?:openxmlformats|ms)-[\w.+-]{1,150}))$/i;

type Types = { readonly defaults: Map<string, string>; readonly overrides: Map<string, string> };

/** Content types of the package; names are compared without letter case, as programs do. */
const readTypes = (content: Uint8Array): Types => {
  const defaults = new Map<string, string>();
  const overrides = new Map<string, string>();
  let isRoot = true;
  readXml(content, {
    open: (tag) => {
      const type = plainAttribute(tag, 'ContentType') ?? '';
      if (macroTypes.test(type)) throw new AppError('attachment.macros');
      if (activeTypes.test(type)) throw new AppError('attachment.embedded');
      const wanted = isRoot ? ['Types'] : ['Default', 'Override'];
      isRoot = false;
      if (tag.uri !== NAMESPACE || !wanted.includes(tag.local)) throw new AppError('attachment.broken');
      if (tag.local === 'Types') return;
      const [map, name] =
        tag.local === 'Default'
          ? [defaults, plainAttribute(tag, 'Extension')]
          : [overrides, plainAttribute(tag, 'PartName')?.replace(/^\//, '')];
      const key = name?.toLowerCase();
      if (key === undefined || map.has(key)) throw new AppError('attachment.broken');
      map.set(key, type);
    },
  });
  return { defaults, overrides };
};

const typeOf = ({ defaults, overrides }: Types, name: string): string => {
  const key = name.toLowerCase();
  return overrides.get(key) ?? defaults.get(key.slice(key.lastIndexOf('.') + 1)) ?? '';
};

const checkContents = (parts: ReadonlyMap<string, Buffer>, types: Types): void => {
  for (const [name, content] of parts) {
    if (name === TYPES_PART) continue;
    const type = typeOf(types, name);
    if (/\.rels$/i.test(name)) checkRelationships(content);
    else if (isXml(type) || type.toLowerCase() === VML_TYPE || /\.(?:xml|vml)$/i.test(name)) checkPart(content);
    else if (type === '') throw new AppError('attachment.broken');
    if (type !== '' && !harmlessTypes.test(type)) throw new AppError('attachment.embedded');
  }
};

/**
 * Returns the format of an Office package and throws a code that names the reason if it must not be sent. What is not known
 * to be harmless is rejected: types of parts and relationships, fields, and XML that is not well-formed.
 */
export const checkOfficePackage = async (file: Buffer): Promise<OfficeFormat> => {
  const parts = await readPackage(file).catch((error: unknown) => {
    throw error instanceof OfficePackageError ? new AppError('attachment.broken') : error;
  });
  const list = parts.get(TYPES_PART);
  if (list === undefined) throw new AppError('attachment.archive');
  const names = [...parts.keys()];
  if (names.some((one) => macroNames.test(one))) throw new AppError('attachment.macros');
  if (names.some((one) => embeddedNames.test(one) && !harmlessBinaries.test(one)))
    throw new AppError('attachment.embedded');
  const types = readTypes(list);
  checkContents(parts, types);
  const mains = names.map((name) => typeOf(types, name));
  const format = (Object.keys(mainTypes) as OfficeFormat[]).find((one) => mains.includes(mainTypes[one]));
  if (format === undefined) throw new AppError('attachment.type_rejected', { formats: uploadedFormats });
  return format;
};
