import type { ScormStandard } from '@sergak/contract/scorm/scorm.schema.ts';
import { childOf, manifestChildren, parseXml, textOf, type XmlElement } from './manifest-xml.ts';
import { sequencingCollection } from './manifest-sequencing.ts';
import { ScormPackageError } from './packages-error.ts';

/** A resource of a manifest; its addresses are relative to the manifest. */
export type Resource = {
  readonly id: string;
  readonly type: 'sco' | 'asset';
  readonly href: string | null;
  readonly files: readonly string[];
};
/** What a manifest states, before its addresses are compared with the files of the archive. */
export type StatedManifest = {
  readonly standard: ScormStandard;
  readonly edition: string;
  readonly title: string;
  /** Undefined if the manifest has no organisation. */
  readonly organization: XmlElement | undefined;
  /** Whether `default` names an organisation that does not exist, or there is none at all. */
  readonly organizationMissing: boolean;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly collection: ReadonlyMap<string, XmlElement>;
};

/** The standard by `schemaversion`, or by the namespaces if that is missing. */
const standardOf = (manifest: XmlElement): { standard: ScormStandard; edition: string } => {
  const metadata = childOf(manifest, 'metadata');
  const version = textOf(metadata, 'schemaversion');
  const spaces = Object.values(manifest.attributes).join(' ');
  if (/^1\.[012]/.test(version)) return { standard: '1.2', edition: '' };
  if (/1\.3/.test(version)) return { standard: '2004', edition: '2nd' };
  const edition = /2004\s*(\d)(?:st|nd|rd|th)/i.exec(version)?.[1];
  if (edition) return { standard: '2004', edition: { 2: '2nd', 3: '3rd' }[edition] ?? '4th' };
  if (/adlcp_v1p3|imsss|adlseq/.test(spaces)) return { standard: '2004', edition: '' };
  if (/adlcp_rootv1p2/.test(spaces)) return { standard: '1.2', edition: '' };
  throw new ScormPackageError('not_scorm');
};

const resourcesOf = (manifest: XmlElement, outer: string): Resource[] => {
  const list = childOf(manifest, 'resources');
  const base = outer + (manifest.attributes['base'] ?? '');
  const found = manifestChildren(list, 'resource').map(({ attributes, children }): Resource => {
    const start = base + (list?.attributes['base'] ?? '') + (attributes['base'] ?? '');
    const href = attributes['href']?.trim();
    const kind = attributes['scormType'] ?? attributes['scormtype'] ?? '';
    return {
      id: attributes['identifier'] ?? '',
      type: kind.toLowerCase() === 'sco' ? 'sco' : 'asset',
      href: href ? start + href : null,
      files: children
        .filter((child) => child.name === 'file')
        .map((child) => start + (child.attributes['href']?.trim() ?? '')),
    };
  });
  return [...found, ...manifestChildren(manifest, 'manifest').flatMap((inner) => resourcesOf(inner, base))];
};

/** Reads the text of a manifest. Throws if it is not a manifest of SCORM. */
export const readManifest = (text: string): StatedManifest => {
  const manifest = parseXml(text);
  if (manifest.name !== 'manifest') throw new ScormPackageError('not_scorm');
  const organizations = childOf(manifest, 'organizations');
  const all = manifestChildren(organizations, 'organization');
  const wanted = organizations?.attributes['default'];
  const chosen = all.find((one) => one.attributes['identifier'] === wanted);
  const organization = chosen ?? all[0];
  const resources = resourcesOf(manifest, '');
  return {
    ...standardOf(manifest),
    title: textOf(organization, 'title') || textOf(childOf(manifest, 'metadata'), 'title'),
    organization,
    organizationMissing: organization === undefined || (chosen === undefined && wanted !== undefined && wanted !== ''),
    resources: new Map(resources.map((one) => [one.id, one])),
    collection: sequencingCollection(manifest),
  };
};

/** Splits an address into the path of a file and the rest (query and fragment). */
export const splitHref = (href: string): { path: string; rest: string } => {
  const at = href.search(/[?#]/);
  return at < 0 ? { path: href, rest: '' } : { path: href.slice(0, at), rest: href.slice(at) };
};

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** The spellings of a path in a manifest: as written, and with percent-encoding decoded. */
export const spellings = (path: string): string[] => {
  const slashed = path.replaceAll('\\', '/');
  return [...new Set([slashed, decoded(slashed)])];
};

/** Every path that the manifest refers to, in every spelling: they show in which code page the archive has its names. */
export const referencedPaths = ({ resources }: StatedManifest): string[] =>
  [...resources.values()]
    .flatMap(({ href, files }) => [...(href === null ? [] : [href]), ...files])
    .flatMap((href) => spellings(splitHref(href).path));
