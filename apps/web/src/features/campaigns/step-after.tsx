import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useAnonymous } from '../../shared/session.ts';
import { AfterParts } from './after-parts.tsx';
import css from './campaigns.module.css';
import type { StepProps } from './draft.ts';
import { FollowUpForm } from './follow-up-form.tsx';

/** Follow-ups: by result, and another campaign when this campaign ends. */
export const StepAfter = ({ draft, set }: StepProps): ReactNode => {
  const t = useT('campaigns');
  const anonymous = useAnonymous();
  return (
    <div className={css['form']}>
      <AfterParts draft={draft} set={set} />
      {anonymous && <p className="quiet">{t('after.anonymous')}</p>}
      {(!anonymous || draft.hasPost) && (
        <Switch
          label={t('after.has_post')}
          description={t('after.has_post_hint')}
          checked={draft.hasPost}
          onChange={(e) => set({ hasPost: e.currentTarget.checked })}
        />
      )}
      {draft.hasPost && (
        <div className={css['nested']} id="campaign-post">
          <FollowUpForm post={draft.post} set={(patch) => set({ post: { ...draft.post, ...patch } })} />
        </div>
      )}
    </div>
  );
};
