import { launchableItems } from '@sergak/contract/scorm/items.rules.ts';
import type { ScormItem, ScormManifest, ScormWarning } from '@sergak/contract/scorm/scorm.schema.ts';
import { spellings, splitHref, type Resource, type StatedManifest } from './manifest.ts';
import { completionThresholdOf, objectivesOf, sequencingOf } from './manifest-sequencing.ts';
import { childOf, manifestChildren, textOf, type XmlElement } from './manifest-xml.ts';
import { foldedPath, normalPath } from './names.ts';
import { unsupportedRules } from './manifest-unsupported.ts';
import { ScormPackageError } from './packages-error.ts';

const ITEMS_MAX = 5_000;
const TITLE_MAX = 255;

/** Finds the file that an address of the manifest means. */
export type FileIndex = {
  find(href: string): { readonly path: string; readonly caseDiffers: boolean } | undefined;
};

/** Removes `.` and `..`; undefined if the path leaves the package. */
const resolvedPath = (path: string): string | undefined => {
  const parts: string[] = [];
  for (const part of path.split('/'))
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '' && part !== '.') parts.push(part);
  return normalPath(parts.join('/'));
};

export const indexFiles = (paths: readonly string[]): FileIndex => {
  const exact = new Set(paths);
  const folded = new Map(paths.map((path) => [foldedPath(path), path]));
  return {
    find(href) {
      const candidates = spellings(splitHref(href).path).flatMap((one) => resolvedPath(one) ?? []);
      const found = candidates.find((one) => exact.has(one));
      if (found !== undefined) return { path: found, caseDiffers: false };
      for (const one of candidates) {
        const path = folded.get(foldedPath(one));
        if (path !== undefined) return { path, caseDiffers: true };
      }
      return undefined;
    },
  };
};

const isExternal = (href: string): boolean => /^[a-z][a-z0-9+.-]*:|^[\\/]/i.test(href.trim());
const leavesPackage = (href: string): boolean =>
  spellings(splitHref(href).path).some((one) => resolvedPath(one) === undefined);

const encodedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** The address with the parameters of an item, joined as CAM 3.4.1.13 describes. */
const withParameters = (rest: string, parameters: string | undefined): string => {
  const parameterText = (parameters ?? '').trim().replace(/^[?&]+/, '');
  if (parameterText === '') return rest;
  if (parameterText.startsWith('#')) return rest.includes('#') ? rest : rest + parameterText;
  const at = rest.indexOf('#');
  const [query, fragment] = at < 0 ? [rest, ''] : [rest.slice(0, at), rest.slice(at)];
  return `${query}${query.includes('?') ? '&' : '?'}${parameterText}${fragment}`;
};

type Linking = {
  readonly stated: StatedManifest;
  readonly files: FileIndex;
  readonly caseDiffers: Set<string>;
  items: number;
};

const launchOf = (linking: Linking, resource: Resource, place: string, parameters?: string): string | null => {
  if (resource.href === null) return null;
  if (isExternal(resource.href) || leavesPackage(resource.href))
    throw new ScormPackageError('launch_external', [resource.href]);
  const found = linking.files.find(resource.href);
  if (!found) throw new ScormPackageError('launch_missing', [place, resource.href]);
  if (found.caseDiffers) linking.caseDiffers.add(found.path);
  return encodedPath(found.path) + withParameters(splitHref(resource.href).rest, parameters);
};

const number = (text: string): number | null => (text !== '' && Number.isFinite(Number(text)) ? Number(text) : null);

const itemOf = (linking: Linking, element: XmlElement): ScormItem => {
  linking.items += 1;
  if (linking.items > ITEMS_MAX) throw new ScormPackageError('manifest_too_large');
  const { stated } = linking;
  const { attributes } = element;
  const id = attributes['identifier'] ?? `item-${linking.items}`;
  const reference = attributes['identifierref'];
  const resource = reference ? stated.resources.get(reference) : undefined;
  const title = textOf(element, 'title').slice(0, TITLE_MAX) || id;
  if (reference && !resource) throw new ScormPackageError('launch_missing', [title, reference]);
  const launch = resource ? launchOf(linking, resource, title, attributes['parameters']) : null;
  const { ids, passingScore } = objectivesOf(element, stated.collection);
  const is2004 = stated.standard === '2004';
  const limits = childOf(childOf(element, 'sequencing'), 'limitConditions')?.attributes;
  return {
    id,
    title,
    visible: attributes['isvisible'] !== 'false',
    launch,
    type: launch === null ? null : resource!.type,
    mastery_score: is2004 ? null : number(textOf(element, 'masteryscore')),
    scaled_passing_score: is2004 ? passingScore : null,
    launch_data: (childOf(element, 'dataFromLMS') ?? childOf(element, 'datafromlms'))?.text.trim() ?? '',
    max_time_allowed: textOf(element, 'maxtimeallowed') || (limits?.['attemptAbsoluteDurationLimit'] ?? ''),
    time_limit_action: textOf(element, 'timeLimitAction') || textOf(element, 'timelimitaction'),
    completion_threshold: is2004 ? completionThresholdOf(element) : null,
    objectives: ids,
    sequencing: is2004 ? sequencingOf(element, stated.collection) : null,
    items: manifestChildren(element, 'item').map((child) => itemOf(linking, child)),
  };
};

const plainItem = (linking: Linking, resource: Resource): ScormItem => ({
  id: resource.id,
  title: linking.stated.title || resource.id,
  visible: true,
  launch: launchOf(linking, resource, resource.id),
  type: resource.type,
  mastery_score: null,
  scaled_passing_score: null,
  launch_data: '',
  max_time_allowed: '',
  time_limit_action: '',
  completion_threshold: null,
  objectives: [],
  sequencing: null,
  items: [],
});

const PLACES_MAX = 20;
/** A warning about these places; none if there are no places. */
export const warning = (code: ScormWarning['code'], places: Iterable<string>): ScormWarning[] => {
  const all = [...places].slice(0, PLACES_MAX);
  return all.length > 0 ? [{ code, places: all }] : [];
};

/** Compares a manifest with the files of its package. Throws if something that it launches is missing or outside. */
export const linkManifest = (
  stated: StatedManifest,
  paths: readonly string[],
): { manifest: ScormManifest; warnings: ScormWarning[] } => {
  const files = indexFiles(paths);
  const linking: Linking = { stated, files, caseDiffers: new Set(), items: 0 };
  const { organization } = stated;
  const scos = [...stated.resources.values()].filter((one) => one.type === 'sco' && one.href !== null);
  const items = organization
    ? manifestChildren(organization, 'item').map((item) => itemOf(linking, item))
    : scos.map((one) => plainItem(linking, one));
  const pages = launchableItems(items).length;
  if (pages === 0) throw new ScormPackageError('nothing_to_launch');
  const missing = [...stated.resources.values()]
    .flatMap((one) => one.files)
    .filter((href) => !isExternal(href) && !files.find(href));
  const manifest: ScormManifest = {
    standard: stated.standard,
    edition: stated.edition,
    title: stated.title.slice(0, TITLE_MAX),
    organization: organization?.attributes['identifier'] ?? '',
    items,
    sequencing: organization && stated.standard === '2004' ? sequencingOf(organization, stated.collection) : null,
  };
  return {
    manifest,
    warnings: [
      ...(stated.organizationMissing ? [{ code: 'organization_missing' as const, places: [] }] : []),
      ...warning('file_missing', new Set(missing)),
      ...warning('case_differs', linking.caseDiffers),
      ...warning('sequencing_unsupported', new Set(unsupportedRules(stated, pages))),
    ],
  };
};
