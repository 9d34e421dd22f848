import { Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { reached } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { selectionOfTargets, targetsOfSelection } from '@sergak/contract/employees/people-selection.wire.ts';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { NeededPart, useMissing } from '../../shared/forms/needed-form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead } from '../../shared/query.ts';
import { useAnonymous } from '../../shared/session.ts';
import { PeoplePicker } from '../departments/public.ts';
import { MultiSelect, Select } from '../../shared/ui/select.tsx';
import css from './campaigns.module.css';
import type { Preflight } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { isMissing, type StepProps } from './draft.ts';

/** The recipients of a campaign: everyone or a selection, minus some tags; and its name. */
export const StepWhom = ({ draft, set, look }: StepProps & { look: Preflight | undefined }): ReactNode => {
  const t = useT('campaigns');
  const anonymous = useAnonymous();
  const missing = useMissing();
  const tags = useRead('tags.list', {}, { staleTime: 60_000, quiet: true });
  return (
    <div className={css['form']}>
      <TextInput
        id="campaign-name"
        label={t('whom.name')}
        description={t('whom.name_hint')}
        withAsterisk
        error={missing(isMissing('name', draft), t('needed.name'))}
        maxLength={TITLE_MAX}
        value={draft.name}
        onChange={(e) => set({ name: e.currentTarget.value })}
      />
      <SegmentedControl
        aria-label={t('whom.title')}
        value={draft.targetType}
        onChange={(targetType) => set({ targetType: targetType as 'all' })}
        data={[
          ...(draft.same_people === null ? [] : [{ value: 'campaign', label: t('whom.campaign') }]),
          ...(draft.selection === null ? [] : [{ value: 'selection', label: t('whom.selection') }]),
          { value: 'custom', label: t('whom.custom') },
          { value: 'all', label: t('whom.all') },
        ]}
      />
      {draft.targetType === 'selection' && <p className="quiet">{t('whom.selection_hint')}</p>}
      {draft.targetType === 'campaign' && draft.same_people !== null && (
        <Select
          label={t('whom.same_for')}
          description={t('whom.campaign_hint', { name: draft.sameTitle })}
          value={draft.same_people.reach ?? 'all'}
          onChange={(mark) =>
            set({ same_people: { ...draft.same_people!, reach: reached.find((one) => one === mark) ?? null } })
          }
          data={[
            { value: 'all', label: t('whom.same_all') },
            ...(anonymous ? [] : reached.map((mark) => ({ value: mark, label: t(`reach.${mark}`) }))),
          ]}
        />
      )}
      {draft.targetType === 'custom' && (
        <NeededPart id="campaign-people" error={missing(isMissing('people', draft), t('needed.people'))}>
          <PeoplePicker
            label={t('whom.title')}
            count={look?.recipients}
            value={selectionOfTargets(draft.targets)}
            onChange={(next) => set({ targets: targetsOfSelection(next) })}
          />
        </NeededPart>
      )}
      <MultiSelect
        label={t('whom.excluded')}
        description={t('whom.excluded_hint')}
        searchable
        value={draft.excludedTags}
        onChange={(excludedTags) => set({ excludedTags })}
        data={(tags.data?.data ?? []).map((tag) => ({ value: tag.id, label: ownTitle(tag.title) }))}
      />
      <Checkbox
        label={t('whom.testing')}
        description={t('whom.testing_hint')}
        checked={draft.isTesting}
        onChange={(e) => set({ isTesting: e.currentTarget.checked })}
      />
    </div>
  );
};
