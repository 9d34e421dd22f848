import type { ReactNode } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Section } from '../../shared/ui/section.tsx';
import { TemplateLogo, PreviewFrame } from '../phishing/public.ts';
import css from './campaigns.module.css';

export type CampaignEmail = CallOutput<'campaigns.email'>;

/** One email of a campaign as it was at the launch, with its red flags. */
export const EmailSection = ({
  campaignId,
  email,
  employee = null,
}: {
  campaignId: string;
  email: CampaignEmail;
  /** The recipient as whom it is shown. */
  employee?: string | null;
}): ReactNode => {
  const t = useT('campaigns');
  return (
    <Section
      title={
        <span className={css['name']}>
          <TemplateLogo src={email.logo} size={28} />
          {email.template_name}
        </span>
      }
      hint={email.name === email.template_name ? undefined : email.name}
    >
      <PreviewFrame input={{ email_id: email.id, campaign_id: campaignId }} title={email.name} employee={employee} />
      {email.tips.length > 0 && (
        <div className={css['tips']}>
          <h3 className={css['sub']}>{t('about.tips')}</h3>
          <ol>
            {email.tips.map((tip) => (
              <li key={tip}>{tip}</li>
            ))}
          </ol>
        </div>
      )}
    </Section>
  );
};
