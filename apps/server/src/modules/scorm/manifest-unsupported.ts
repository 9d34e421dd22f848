import type { StatedManifest } from './manifest.ts';
import { sequencingElementOf } from './manifest-sequencing.ts';
import { childOf, manifestChildren, textOf, type XmlElement } from './manifest-xml.ts';

// Where sequencing ends (decision 0206): the player does not evaluate these parts of a manifest, and the import names them.

/** Limits that scorm-again does not count. */
const LIMITS = [
  'attemptExperiencedDurationLimit',
  'activityExperiencedDurationLimit',
  'beginTimeLimit',
  'endTimeLimit',
];

const hasDescendant = (element: XmlElement, matches: (one: XmlElement) => boolean): boolean =>
  element.children.some((child) => matches(child) || hasDescendant(child, matches));

const isOutsideTime = ({ attributes }: XmlElement) => attributes['condition'] === 'outsideAvailableTimeRange';

/** Names of the parts of an item that are not evaluated. Items of a package with one page have no sequencing at all. */
const namesOf = (item: XmlElement, sequencing: XmlElement | undefined, isAlone: boolean): string[] => {
  const limits = childOf(sequencing, 'limitConditions')?.attributes ?? {};
  const data = manifestChildren(childOf(item, 'data'), 'map').length > 0 ? ['adlcp:data'] : [];
  const found = [...LIMITS.filter((name) => (limits[name] ?? '') !== ''), ...data];
  if (isAlone)
    return [
      ...found,
      ...(limits['attemptLimit'] === undefined ? [] : ['attemptLimit']),
      ...((childOf(sequencing, 'sequencingRules')?.children.length ?? 0) > 0 ? ['sequencingRules'] : []),
    ];
  return sequencing && hasDescendant(sequencing, isOutsideTime) ? [...found, 'outsideAvailableTimeRange'] : found;
};

const itemsIn = (element: XmlElement): XmlElement[] =>
  manifestChildren(element, 'item').flatMap((item) => [item, ...itemsIn(item)]);

/**
 * Rules of a manifest that the player does not evaluate, each with the title of its item. `pages` is the number of pages that can
 * be opened.
 */
export const unsupportedRules = ({ standard, organization, collection }: StatedManifest, pages: number): string[] => {
  if (!organization) return [];
  const items = itemsIn(organization);
  if (standard === '1.2')
    return items
      .filter((item) => textOf(item, 'prerequisites') !== '')
      .map((item) => `${textOf(item, 'title')}: adlcp:prerequisites`);
  const own = [organization, ...items].map((item) => ({ item, sequencing: sequencingElementOf(item, collection) }));
  const shares = own.some(({ sequencing }) => sequencing && hasDescendant(sequencing, (one) => one.name === 'mapInfo'));
  return [
    ...(shares && organization.attributes['objectivesGlobalToSystem'] === 'true' ? ['objectivesGlobalToSystem'] : []),
    ...own.flatMap(({ item, sequencing }) =>
      namesOf(item, sequencing, pages === 1).map((name) => `${textOf(item, 'title')}: ${name}`),
    ),
  ];
};
