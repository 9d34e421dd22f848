import type { Reach } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { queryOfFilter } from '@sergak/contract/employees/employees.rules.ts';
import type { EmployeeSelection } from '@sergak/contract/employees/employees.schema.ts';
import type { CallInput } from '../../shared/api.ts';

/** The form of a campaign while it is filled; the names are those of the call. */
export type Draft = {
  name: string;
  targetType: 'all' | 'custom' | 'selection';
  selection: EmployeeSelection | null;
  targets: { target_users: string[]; target_departments: string[]; exclude_users: string[] };
  excludedTags: string[];
  templates: string[];
  isTesting: boolean;
  isDelay: boolean;
  dateDelay: string | null;
  emailSendType: 'at_once' | 'to_end';
  email_send_end_date: string | null;
  dateType: 'auto' | 'custom';
  dateEnd: string | null;
  hasAutoCourse: boolean;
  course: string | null;
  courseTitle: string;
  targetsAutoCourse: Reach;
  period: number;
  hasMessage: boolean;
  theme: string;
  text: string;
  targetsMessage: Reach;
  enableRedirect: boolean;
  redirect_page: string | null;
  hasPost: boolean;
  post: { name: string; templates: string[]; post_campaign_targets: Reach };
};

export const emptyDraft = (): Draft => ({
  name: '',
  targetType: 'custom',
  selection: null,
  targets: { target_users: [], target_departments: [], exclude_users: [] },
  excludedTags: [],
  templates: [],
  isTesting: false,
  isDelay: false,
  dateDelay: null,
  emailSendType: 'at_once',
  email_send_end_date: null,
  dateType: 'auto',
  dateEnd: null,
  hasAutoCourse: false,
  course: null,
  courseTitle: '',
  targetsAutoCourse: 'opened',
  period: 30,
  hasMessage: false,
  theme: '',
  text: '',
  targetsMessage: 'opened',
  enableRedirect: false,
  redirect_page: null,
  hasPost: false,
  post: { name: '', templates: [], post_campaign_targets: 'opened' },
});

/** What is sent: the following campaign only where it is wanted and complete enough to have a name. */
export const toForm = ({ hasPost, post, courseTitle: _, ...draft }: Draft): CallInput<'campaigns.preflight'> => ({
  ...draft,
  post_campaign: hasPost && post.name.trim() !== '' ? post : null,
});

/** The same for people of the staff list: their filter goes into the query, the rows ticked or excluded into the body. */
export const toFilteredForm = (
  draft: Draft & { selection: EmployeeSelection },
): CallInput<'campaigns.create-filtered'> => {
  const { targetType: _type, targets: _targets, selection: _selection, ...form } = toForm(draft);
  const { all, ids, filter } = draft.selection;
  return {
    ...form,
    ...ids,
    ...queryOfFilter(filter),
    need_all: String(all),
    name: draft.name,
    templates: draft.templates,
  };
};

export const steps = ['whom', 'letters', 'when', 'after', 'check'] as const;
export type Step = (typeof steps)[number];

/** Whether a step has what it needs; the last one never has, it launches. */
export const stepDone = (step: Step, draft: Draft): boolean => {
  if (step === 'whom')
    return (
      draft.name.trim() !== '' &&
      (draft.targetType === 'all' ||
        (draft.targetType === 'selection' && draft.selection !== null) ||
        draft.targets.target_departments.length + draft.targets.target_users.length > 0)
    );
  if (step === 'letters') return draft.templates.length > 0;
  if (step === 'when')
    return (!draft.isDelay || draft.dateDelay !== null) && (draft.dateType === 'auto' || draft.dateEnd !== null);
  if (step === 'after')
    return (
      (!draft.hasAutoCourse || draft.course !== null) &&
      (!draft.hasMessage || (draft.theme.trim() !== '' && draft.text.trim() !== '')) &&
      (!draft.enableRedirect || draft.redirect_page !== null) &&
      (!draft.hasPost || (draft.post.name.trim() !== '' && draft.post.templates.length > 0))
    );
  return false;
};

export type StepProps = { readonly draft: Draft; readonly set: (patch: Partial<Draft>) => void };
