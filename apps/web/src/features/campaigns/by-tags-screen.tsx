import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { CampaignsTable } from './campaigns-table.tsx';
import css from './campaigns.module.css';

/** Automatic phishing: the switch for all tags, and the campaigns that tags created. */
export default function ByTagsScreen(): ReactNode {
  const t = useT('campaigns');
  const autophish = useRead('phishing.autophish', {});
  const toggle = useWrite('phishing.autophish-toggle', { tip: 'tips:autophish.changed' });
  const active = autophish.data?.active ?? false;
  return (
    <>
      <PageHead title={t('by_tags.title')} hint={t('by_tags.hint')} />
      <Section>
        <Switch
          className={css['switch']!}
          label={t('by_tags.switch')}
          description={t(active ? 'by_tags.on' : 'by_tags.off')}
          checked={active}
          disabled={autophish.data === undefined}
          onChange={(e) => toggle.isPending || toggle.mutate({ toggle: String(e.currentTarget.checked) })}
        />
      </Section>
      <div className={css['gap']} />
      <CampaignsTable byTag />
    </>
  );
}
