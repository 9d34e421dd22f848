import { NumberInput, Radio, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FOLLOW_UP_DAYS_MAX } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { isAnyoneSelected } from '@sergak/contract/employees/people-selection.rules.ts';
import {
  countedOfSelection,
  selectionOfTargets,
  targetsOfSelection,
} from '@sergak/contract/employees/people-selection.wire.ts';
import { call } from '../../shared/api.ts';
import { NeededPart, useMissing } from '../../shared/forms/needed-form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead } from '../../shared/query.ts';
import { DateTimePicker } from '../../shared/ui/date-time-picker.tsx';
import { MultiSelect } from '../../shared/ui/select.tsx';
import { PeoplePicker } from '../departments/public.ts';
import { AfterParts, ReachSelect } from './after-parts.tsx';
import css from './campaigns.module.css';
import { ChosenEmails } from './chosen-emails.tsx';
import { emptyPost, type PostDraft } from './draft.ts';
import { SendingAndEnd } from './sending-and-end.tsx';

type Props = { readonly post: PostDraft; readonly set: (patch: Partial<PostDraft>) => void };

const startOf = ({ isDelay, delay_days }: PostDraft): 'end' | 'days' | 'date' =>
  !isDelay ? 'end' : delay_days > 0 ? 'days' : 'date';
const starts = {
  end: { isDelay: false, dateDelay: null, delay_days: 0 },
  days: { isDelay: true, dateDelay: null, delay_days: 10 },
  date: { isDelay: true, dateDelay: null, delay_days: 0 },
} as const;

const Start = ({ post, set, now }: Props & { now: Date }): ReactNode => {
  const t = useT('campaigns');
  const missing = useMissing();
  const at = startOf(post);
  return (
    <>
      <Radio.Group label={t('follow_up.start')} value={at} onChange={(value) => set(starts[value as 'end'])}>
        <div className={css['radios']}>
          <Radio value="end" label={t('follow_up.at_end')} />
          <Radio value="days" label={t('follow_up.days')} />
          <Radio value="date" label={t('follow_up.date')} description={t('follow_up.date_hint')} />
        </div>
      </Radio.Group>
      {at === 'days' && (
        <NumberInput
          label={t('follow_up.days_count')}
          min={1}
          max={FOLLOW_UP_DAYS_MAX}
          clampBehavior="strict"
          allowDecimal={false}
          value={post.delay_days}
          onChange={(value) => typeof value === 'number' && value >= 1 && set({ delay_days: value })}
        />
      )}
      {at === 'date' && (
        <DateTimePicker
          label={t('when.start_at')}
          required
          error={missing(post.dateDelay === null, t('needed.start'))}
          min={now}
          value={post.dateDelay === null ? null : new Date(post.dateDelay)}
          onChange={(value) => set({ dateDelay: value?.toISOString() ?? null })}
        />
      )}
    </>
  );
};

const People = ({ post, set }: Props): ReactNode => {
  const t = useT('campaigns');
  const tags = useRead('tags.list', {}, { staleTime: 60_000, quiet: true });
  const people = selectionOfTargets(post.targets);
  const [narrowed, setNarrowed] = useState(isAnyoneSelected(people));
  const chosen = { ...countedOfSelection(people), excluded_tags: post.excludedTags };
  const count = useQuery({
    queryKey: ['departments', 'users-count', chosen],
    queryFn: ({ signal }) => call('departments.users-count', chosen, { signal }),
    placeholderData: (before) => before,
    enabled: narrowed,
    meta: { endpoint: 'departments.users-count', quiet: true },
  });
  return (
    <>
      <ReachSelect
        label={t('after.post_for')}
        value={post.post_campaign_targets}
        onChange={(post_campaign_targets) => set({ post_campaign_targets })}
      />
      <Switch
        label={t('follow_up.only')}
        description={t('follow_up.only_hint')}
        checked={narrowed}
        onChange={(e) => {
          setNarrowed(e.currentTarget.checked);
          if (!e.currentTarget.checked) set({ targets: emptyPost().targets });
        }}
      />
      {narrowed && (
        <PeoplePicker
          label={t('follow_up.only')}
          count={count.data?.users_count}
          value={people}
          onChange={(next) => set({ targets: targetsOfSelection(next) })}
        />
      )}
      <MultiSelect
        label={t('whom.excluded')}
        description={t('whom.excluded_hint')}
        searchable
        value={post.excludedTags}
        onChange={(excludedTags) => set({ excludedTags })}
        data={(tags.data?.data ?? []).map((tag) => ({ value: tag.id, label: ownTitle(tag.title) }))}
      />
    </>
  );
};

/** The form of a follow-up campaign, on its own page and within the form of the campaign before it. */
export const FollowUpForm = ({ post, set }: Props): ReactNode => {
  const t = useT('campaigns');
  const missing = useMissing();
  const [now] = useState(() => new Date());
  return (
    <>
      <TextInput
        label={t('whom.name')}
        withAsterisk
        error={missing(post.name.trim() === '', t('needed.name'))}
        maxLength={TITLE_MAX}
        value={post.name}
        onChange={(e) => set({ name: e.currentTarget.value })}
      />
      <People post={post} set={set} />
      <NeededPart error={missing(post.templates.length === 0, t('needed.emails'))}>
        <ChosenEmails value={post.templates} onChange={(templates) => set({ templates })} />
      </NeededPart>
      <Start post={post} set={set} now={now} />
      <SendingAndEnd draft={post} set={set} start={now} />
      <AfterParts draft={post} set={set} fieldIds={false} />
    </>
  );
};
