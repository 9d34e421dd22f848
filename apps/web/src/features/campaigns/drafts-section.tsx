import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { DRAFT_DAYS } from '@sergak/contract/campaigns/drafts.rules.ts';
import type { CampaignDraftRow } from '@sergak/contract/campaigns/drafts.schema.ts';
import { formatDateTime } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Section } from '../../shared/ui/section.tsx';
import css from './campaigns.module.css';

/** Campaigns that are being set up; each opens at the step where it was left. */
export const DraftsSection = (): ReactNode => {
  const t = useT('campaigns');
  const me = useMe();
  const { data } = useRead('campaigns.drafts', {}, { quiet: true });
  const [removed, setRemoved] = useState<CampaignDraftRow | null>(null);
  const remove = useWrite('campaigns.delete-draft', { tip: 'tips:campaign.draft_deleted' });
  const drafts = data?.data ?? [];
  const nameOf = (draft: CampaignDraftRow | null): string => draft?.name || t('drafts.unnamed');
  if (drafts.length === 0 && removed === null) return null;
  return (
    <>
      {drafts.length > 0 && (
        <Section title={t('drafts.title')} hint={t('drafts.kept', { count: DRAFT_DAYS })} className={css['drafts']!}>
          <ul>
            {drafts.map((draft) => (
              <li key={draft.id}>
                <span className={css['email-name']}>
                  <ScreenLink
                    screen="phishing.campaign-create"
                    search={{ draft: draft.id, step: draft.step }}
                    className={css['name-link']}
                  >
                    {nameOf(draft)}
                  </ScreenLink>
                  <small>
                    {[
                      t('drafts.step', { step: t(`step.${draft.step}`) }),
                      t('drafts.changed', { date: formatDateTime(draft.updated_at) }),
                      draft.created_by === null || draft.created_by.id === me.id ? '' : draft.created_by.full_name,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </span>
                <ActionIcon
                  aria-label={t('drafts.delete_named', { name: nameOf(draft) })}
                  onClick={() => setRemoved(draft)}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <ConfirmDialog
        opened={removed !== null}
        title={t('drafts.delete_title', { name: nameOf(removed) })}
        action={t('drafts.delete')}
        danger
        final
        busy={remove.isPending}
        onClose={() => setRemoved(null)}
        onConfirm={() => removed && remove.mutate({ id: removed.id }, { onSettled: () => setRemoved(null) })}
      />
    </>
  );
};
