import { type ReactNode, useState } from 'react';
import type { PeopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import { reportBulkResult } from '../../shared/bulk.ts';
import { formatNumber } from '../../shared/format.ts';
import { useNeeded } from '../../shared/forms/needed.ts';
import { text, useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { JoinOutcome, useChangeForecast } from '../automation/public.ts';
import { OnboardingChoice } from '../tags/public.ts';
import css from './employees.module.css';

type Props = { selection: PeopleSelection; count: number; onClose: () => void; onDone: () => void };

/** Gives a tag to the selected people, after showing what its actions will do. */
export const TagDialog = ({ selection, count, onClose, onDone }: Props): ReactNode => {
  const t = useT('employees');
  const tags = useRead('tags.list', {}, { staleTime: 60_000 }).data?.data ?? [];
  const [id, setId] = useState<string | null>(null);
  const needed = useNeeded(id, t('commons:blocked.tag'));
  const [need_onboarding, setOnboarding] = useState(true);
  const assign = useWrite('tags.assign');
  const tag = tags.find((one) => one.id === id);
  const forecast = useChangeForecast(tag === undefined ? null : { id: tag.id, people: { selection, need_onboarding } });
  const joining = forecast.data?.joining;
  const run = (): void =>
    assign.mutate(
      { tag_id: tag!.id, selection, need_onboarding },
      {
        onSuccess: (done) => {
          reportBulkResult('tags.assign', done, {
            kind: 'tag_people',
            about: ownTitle(tag!.title),
            done: text('tips:tag.assign', { number: formatNumber(done.assigned) }),
          });
          onClose();
          onDone();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={t('bulk.tag_title')} closeButtonProps={{ 'aria-label': t('commons:close') }}>
      <div className={css['form']}>
        <Select
          ref={needed.ref}
          error={needed.error}
          label={t('bulk.tag_label')}
          placeholder={t('commons:choose')}
          searchable
          value={id}
          onChange={setId}
          nothingFoundMessage={t('filter.nothing')}
          data={tags
            .filter((one) => one.type === 'arbitrary')
            .map((one) => ({ value: one.id, label: ownTitle(one.title) }))}
          data-autofocus
        />
        {joining !== undefined && joining < count && (
          <p className={css['quiet']}>{t('bulk.tag_have', { number: formatNumber(count - joining) })}</p>
        )}
        {tag !== undefined && tag.actions_count > 0 && joining !== 0 && (
          <OnboardingChoice value={need_onboarding} onChange={setOnboarding} />
        )}
        {tag !== undefined && need_onboarding && <JoinOutcome asked={forecast} tag={tag} />}
        <DialogFooter onCancel={onClose}>
          <ActionButton
            blocked={joining === 0 && t('commons:blocked.people')}
            loading={assign.isPending}
            onClick={() => needed.check() && run()}
          >
            {t('bulk.tag_action', { count: joining ?? count, number: formatNumber(joining ?? count) })}
          </ActionButton>
        </DialogFooter>
      </div>
    </Modal>
  );
};
