import { createContext, type ReactNode, use } from 'react';
import type { AuditKind } from '@sergak/contract/audit/audit.rules.ts';
import type { AuditThing } from '@sergak/contract/audit/audit.endpoints.ts';
import { type ScreenId, screens } from '@sergak/contract/access/screens.ts';
import type { Permission } from '@sergak/contract/access/permissions.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { usePermission } from '../../shared/session.ts';
import { thingWords } from './words.ts';

/** The things that the ids of the shown lines refer to. */
export const Things = createContext<ReadonlyMap<string, AuditThing>>(new Map());

type Place = { readonly screen: ScreenId; readonly params?: object; readonly search?: object };
/** The page of a thing, for the kinds that have one. */
const places: Partial<Record<AuditKind, (thing: AuditThing) => Place>> = {
  employee: ({ id }) => ({ screen: 'staff.employee', params: { employee_id: id } }),
  tag: ({ id }) => ({ screen: 'staff.tags', search: { tag: id } }),
  campaign: ({ id }) => ({ screen: 'phishing.campaign', params: { campaign_id: id } }),
  course: ({ id }) => ({ screen: 'learning.course-preview', params: { course_id: id } }),
  assignment: ({ id }) => ({ screen: 'learning.assigned-one', params: { course_id: id } }),
  template: ({ id }) => ({ screen: 'phishing.template', params: { template_id: id } }),
  email: ({ parent_id }) => ({ screen: 'phishing.template', params: { template_id: parent_id } }),
  landing_page: ({ parent_id }) => ({ screen: 'phishing.template', params: { template_id: parent_id } }),
  organization: ({ id }) => ({ screen: 'organization.one', params: { organization_id: id } }),
};

const Linked = ({ place, children }: { place: Place; children: ReactNode }): ReactNode => {
  const may = usePermission(screens[place.screen].permission as Permission);
  return may ? (
    <ScreenLink className="link" {...(place as { screen: 'staff.tags' })}>
      {children}
    </ScreenLink>
  ) : (
    children
  );
};

/** The name of a thing, linked if the thing exists and the reader may open it. */
export const ThingName = ({ thing }: { thing: AuditThing }): ReactNode => {
  const place = thing.state === 'present' ? places[thing.kind]?.(thing) : undefined;
  return place === undefined ? thingWords(thing) : <Linked place={place}>{thingWords(thing)}</Linked>;
};

/** The thing behind an id; undefined if it is no longer known. */
export const useThing = (id: unknown): AuditThing | undefined => {
  const things = use(Things);
  return typeof id === 'string' ? things.get(id) : undefined;
};
