import {
  IconBook2,
  IconCertificate,
  IconFileAnalytics,
  IconMail,
  IconMailBolt,
  IconPuzzle,
  IconSitemap,
  IconTag,
  IconTemplate,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ThingKind } from '@sergak/contract/search/search.rules.ts';
import type { FoundThing } from '@sergak/contract/search/search.schema.ts';
import { pathOf } from '../../shared/nav/nav.tsx';

export const thingIcons: Readonly<Record<ThingKind, TablerIcon>> = {
  employee: IconUser,
  department: IconSitemap,
  tag: IconTag,
  campaign: IconMail,
  tag_campaign: IconMailBolt,
  template: IconTemplate,
  assignment: IconCertificate,
  course: IconBook2,
  scorm_course: IconBook2,
  module: IconPuzzle,
  report: IconFileAnalytics,
  certificate: IconCertificate,
};

type Thing = Pick<FoundThing, 'kind' | 'title'> & { readonly id: string };
const addresses: Readonly<Record<ThingKind, (thing: Thing) => string>> = {
  employee: ({ id }) => pathOf({ screen: 'staff.employee', params: { employee_id: id } }),
  department: ({ id }) => pathOf({ screen: 'staff.department', params: { department_id: id } }),
  tag: ({ id }) => pathOf({ screen: 'staff.tags', search: { tag: id } }),
  campaign: ({ id }) => pathOf({ screen: 'phishing.campaign', params: { campaign_id: id } }),
  tag_campaign: ({ id }) => pathOf({ screen: 'phishing.by-tags-campaign', params: { campaign_id: id } }),
  template: ({ id }) => pathOf({ screen: 'phishing.template', params: { template_id: id } }),
  assignment: ({ id }) => pathOf({ screen: 'learning.assigned-one', params: { course_id: id } }),
  course: ({ id }) => pathOf({ screen: 'learning.course-edit', params: { course_id: id } }),
  module: ({ id }) => pathOf({ screen: 'learning.module', params: { module_id: id } }),
  // These have no pages of their own: their lists show them.
  scorm_course: ({ title }) => pathOf({ screen: 'learning.courses', search: { kind: 'scorm', search: title } }),
  report: ({ title }) => pathOf({ screen: 'statistics.reports', search: { search: title } }),
  certificate: ({ title }) => pathOf({ screen: 'learning.certificates', search: { search: title } }),
};
/** The address at which a thing is opened. */
export const addressOfThing = (thing: Thing): string => addresses[thing.kind](thing);
