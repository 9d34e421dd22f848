import { type ReactNode, useState } from 'react';
import { isAnyoneSelected, nobody } from '@sergak/contract/employees/people-selection.rules.ts';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { reportBulkResult } from '../../shared/bulk.ts';
import { formatNumber } from '../../shared/format.ts';
import { text, useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { useWrite } from '../../shared/query.ts';
import { PeoplePicker, useNewToTag } from '../departments/public.ts';
import { OnboardingChoice } from './onboarding-choice.tsx';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { JoinOutcome, useChangeForecast } from '../automation/public.ts';
import css from './tags.module.css';
import { Drawer } from '../../shared/ui/overlays.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';

/** Adds departments and single people to a tag. */
export default function AddPeople({ tag, onClose }: { tag: Tag; onClose: () => void }): ReactNode {
  const t = useT('tags');
  const [value, setValue] = useState(nobody);
  const [need_onboarding, setOnboarding] = useState(true);
  const count = useNewToTag(value, tag.id);
  const forecast = useChangeForecast(
    need_onboarding && tag.actions_count > 0 && isAnyoneSelected(value)
      ? { id: tag.id, people: { selection: value, need_onboarding } }
      : null,
  );
  const assign = useWrite('tags.assign');
  const title = t('add_title', { title: ownTitle(tag.title) });
  const run = (): void =>
    assign.mutate(
      { tag_id: tag.id, selection: value, need_onboarding },
      {
        onSuccess: (done) => {
          reportBulkResult('tags.assign', done, {
            kind: 'tag_people',
            about: ownTitle(tag.title),
            done: text('tips:tag.assign', { number: formatNumber(done.assigned) }),
          });
          onClose();
        },
      },
    );
  return (
    <Drawer
      opened
      onClose={onClose}
      unsaved={isAnyoneSelected(value)}
      size="lg"
      title={title}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <div className={css['form']}>
        <PeoplePicker
          label={title}
          value={value}
          onChange={setValue}
          count={count}
          forced={{ forced_tag_id: tag.id }}
        />
        <OnboardingChoice value={need_onboarding} onChange={setOnboarding} />
        {need_onboarding && isAnyoneSelected(value) && count !== 0 && <JoinOutcome asked={forecast} tag={tag} />}
        <DialogFooter onCancel={onClose}>
          <ActionButton
            blocked={(count ?? 0) === 0 && t('commons:blocked.people')}
            loading={assign.isPending}
            onClick={run}
          >
            {t('add_action', { count: count ?? 0, number: formatNumber(count ?? 0) })}
          </ActionButton>
        </DialogFooter>
      </div>
    </Drawer>
  );
}
