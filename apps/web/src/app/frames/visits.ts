import { useLocation, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ScreenId } from '@sergak/contract/access/screens.ts';
import type { ThingKind } from '@sergak/contract/search/search.rules.ts';
import { call } from '../../shared/api.ts';

/** Pages about one thing, with the kind of the thing and where its id is: in the path, or in the search of the address. */
const pagesOfThings: Partial<Record<ScreenId, readonly [kind: ThingKind, id: string]>> = {
  'staff.employee': ['employee', 'employee_id'],
  'staff.department': ['department', 'department_id'],
  'staff.departments': ['department', 'department'],
  'staff.tags': ['tag', 'tag'],
  'phishing.campaign': ['campaign', 'campaign_id'],
  'phishing.campaign-statistics': ['campaign', 'campaign_id'],
  'phishing.by-tags-campaign': ['tag_campaign', 'campaign_id'],
  'phishing.by-tags-campaign-statistics': ['tag_campaign', 'campaign_id'],
  'phishing.template': ['template', 'template_id'],
  'learning.assigned-one': ['assignment', 'course_id'],
  'learning.assigned-people': ['assignment', 'course_id'],
  'learning.course-edit': ['course', 'course_id'],
  'learning.course-preview': ['course', 'course_id'],
};
/** A page that is left sooner was only passed. */
const STAY_MS = 1_500;
const isId = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f-]{36}$/.test(text);

/** Notes the things whose pages the person opens, so that the palette offers them first, on each device. */
export const useVisits = (): void => {
  const last = useMatches({ select: (matches) => matches.at(-1) });
  const search = useLocation({ select: (location) => location.search as Record<string, unknown> });
  const page = pagesOfThings[(last?.staticData as { screen?: ScreenId } | undefined)?.screen ?? 'admin.profile'];
  const asked = page && ((last?.params as Record<string, unknown> | undefined)?.[page[1]] ?? search[page[1]]);
  const [kind, id] = page !== undefined && isId(asked) ? [page[0], asked] : [];
  useEffect(() => {
    if (kind === undefined || id === undefined) return undefined;
    const timer = setTimeout(
      () => void call('search.opened', { opened: { kind, thing: id } }).catch(() => null),
      STAY_MS,
    );
    return () => clearTimeout(timer);
  }, [kind, id]);
};
