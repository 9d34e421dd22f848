import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import type { Campaign, NewCampaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { DraftNotice } from '../../shared/forms/draft-notice.tsx';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useDraft } from '../../shared/forms/guard.tsx';
import { NeededForm, useNeededForm } from '../../shared/forms/needed-form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { Select } from '../../shared/ui/select.tsx';
import css from './campaigns.module.css';
import { emptyPost, isWholePost, type PostDraft, toPostForm } from './draft.ts';
import { lazy } from '../../shared/ui/lazy.tsx';

const FollowUpForm = lazy(async () => ({ default: (await import('./follow-up-form.tsx')).FollowUpForm }));

/** The reason why a campaign cannot get a follow-up; null if it can. */
const useBar = () => {
  const t = useT('campaigns');
  return ({ status, settings }: Campaign): string | null => {
    const post = (settings as Partial<NewCampaign> | null)?.post_campaign;
    if (status === 'completed' || status === 'failed') return t('follow_up.over');
    return post ? t('follow_up.taken', { name: post.name }) : null;
  };
};

const FormOf = ({ campaign }: { campaign: Campaign }): ReactNode => {
  const t = useT('campaigns');
  const me = useMe();
  const go = useGo();
  const stored = useDraft<PostDraft>(`follow-up.${me.id}.${campaign.id}`);
  const [post, setPost] = useState<PostDraft>(() => ({ ...emptyPost(), ...stored.kept }));
  const add = useWrite('campaigns.follow-up-add', { tip: 'tips:campaign.follow_up_added', quiet: true });
  const bar = useBar()(campaign);
  const set = (patch: Partial<PostDraft>): void =>
    setPost((now) => {
      const next = { ...now, ...patch };
      stored.save(next);
      return next;
    });
  const needed = useNeededForm(isWholePost(post));
  const submit = (): void => {
    if (!needed.check()) return;
    add.mutate(
      { id: campaign.id, ...toPostForm(post) },
      {
        onSuccess: () => {
          stored.forget();
          go({ screen: 'phishing.campaign', params: { campaign_id: campaign.id } });
        },
      },
    );
  };
  if (bar !== null) return <p className="form-error">{bar}</p>;
  return (
    <>
      <DraftNotice
        draft={stored}
        onRestart={() => {
          stored.forget();
          setPost(emptyPost());
        }}
      />
      <Section>
        <NeededForm form={needed} className={css['form']}>
          <Suspense fallback={<Skeleton height={480} radius={14} />}>
            <FollowUpForm post={post} set={set} />
          </Suspense>
          <p className="quiet">{t('follow_up.asks')}</p>
          <FormError error={add.error} />
        </NeededForm>
        <div className={css['foot']}>
          <ActionButton
            loading={add.isPending}
            blocked={stored.unconfirmed && t('commons:draft.check')}
            onClick={submit}
          >
            {t('follow_up.submit')}
          </ActionButton>
        </div>
      </Section>
    </>
  );
};

/** Plans a campaign that starts when another campaign ends. */
export default function FollowUpScreen(): ReactNode {
  const t = useT('campaigns');
  const [{ campaign: id }, setPlace] = useSearchState({ campaign: '' });
  const open = useRead('campaigns.list', { statuses: ['planned', 'active'], limit: 100 }, { quiet: true });
  const before = useRead('campaigns.get', { id }, { enabled: id !== '', quiet: true, fresh: true });
  const rows = open.data?.data ?? [];
  const others = rows.map((row) => ({ value: row.id, label: row.name }));
  const firstOption = before.data && !rows.some((row) => row.id === id) ? [{ value: id, label: before.data.name }] : [];
  return (
    <>
      <PageHead
        title={t('follow_up.title')}
        hint={t('follow_up.hint')}
        trail={[
          <ScreenLink key="all" screen="phishing.campaigns">
            {t('title')}
          </ScreenLink>,
        ]}
      />
      <Section>
        <Select
          label={t('follow_up.after')}
          withAsterisk
          searchable
          value={id === '' ? null : id}
          onChange={(campaign) => setPlace({ campaign: campaign ?? '' })}
          placeholder={open.data && others.length === 0 ? t('follow_up.none') : t('commons:choose')}
          data={[...firstOption, ...others]}
        />
        {before.isError && <p className="form-error">{t('missing')}</p>}
      </Section>
      {before.data && before.data.id === id && <FormOf key={id} campaign={before.data} />}
    </>
  );
}
