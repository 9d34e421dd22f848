import type { ReactNode } from 'react';
import type { Campaign, StaleCampaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { formatDateTime } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { StaleChanges } from '../../shared/ui/stale-changes.tsx';
import type { CampaignDraft } from './draft.ts';
import { changedBy, differingSettings, editDraft, type Part } from './edit.ts';

/** A part of a campaign in words. */
const useWords = () => {
  const t = useT('campaigns');
  const pages = useRead('phishing.redirect-pages', {}, { quiet: true }).data?.data ?? [];
  const when = (text: string | null): string => (text === null ? '—' : formatDateTime(text));
  const words: Record<Part, (draft: CampaignDraft) => string> = {
    name: (draft) => draft.name,
    start: (draft) => (draft.isDelay ? when(draft.dateDelay) : t('when.now')),
    sending: ({ emailSendType, email_send_end_date: until }) =>
      emailSendType === 'at_once'
        ? t('when.at_once')
        : until
          ? t('summary.until', { date: when(until) })
          : t('when.spread'),
    end: (draft) => (draft.dateType === 'auto' ? t('when.auto') : when(draft.dateEnd)),
    course: (draft) =>
      draft.hasAutoCourse
        ? t('edit.course', {
            title: draft.courseTitle,
            mark: t(`reach.${draft.targetsAutoCourse}`),
            days: draft.period,
          })
        : t('edit.off'),
    message: (draft) =>
      draft.hasMessage
        ? t('edit.message', {
            theme: draft.theme,
            text: draft.text,
            mark: t(`reach.${draft.targetsMessage}`),
          })
        : t('edit.off'),
    redirect: (draft) =>
      draft.enableRedirect
        ? (pages.find((page) => page.id === draft.redirect_page)?.name ?? '—')
        : t('about.no_redirect'),
  };
  return (part: Part, draft: CampaignDraft): string => words[part](draft);
};

type Props = {
  base: Campaign;
  draft: CampaignDraft;
  stale: StaleCampaign;
  busy: boolean;
  onTake: () => void;
  onOverwrite: () => void;
};
/** Parts of a campaign that another person changed meanwhile. */
export const EditStale = ({ base, draft, stale, ...rest }: Props): ReactNode => {
  const t = useT('campaigns');
  const words = useWords();
  const was = editDraft(base);
  const now = editDraft(stale.current);
  const mine = differingSettings(was, draft);
  return (
    <StaleChanges
      title={t('edit.stale')}
      same={t('edit.same')}
      rows={differingSettings(was, now).map((part) => {
        const who = changedBy(stale, part);
        return {
          key: part,
          label: t(`edit.part.${part}`),
          from: words(part, was),
          to: words(part, now),
          who: who && t('commons:stale.who', { name: who.by, when: formatDateTime(who.at) }),
          mine: mine.includes(part) ? words(part, draft) : undefined,
        };
      })}
      {...rest}
    />
  );
};
