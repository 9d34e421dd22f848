import { Button, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { SIMULATION_TEXT_MAX } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import type { SimulationCheck } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { formatDateTime } from '../../shared/format.ts';
import { useNeeded } from '../../shared/forms/needed.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { BackLink } from '../../shared/nav/back-link.tsx';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { Notice } from '../../shared/ui/notices.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Facts, Section } from '../../shared/ui/section.tsx';
import css from './suspicious-mail.module.css';

type Genuine = SimulationCheck & { readonly organization: NonNullable<SimulationCheck['organization']> };

const CampaignName = ({ organization, campaign }: Genuine): ReactNode => {
  const own = useMe().acting_organization.id === organization.id;
  if (campaign === null) return null;
  if (!own) return campaign.name;
  return (
    <ScreenLink screen="phishing.campaign-statistics" params={{ campaign_id: campaign.id }} className="link">
      {campaign.name}
    </ScreenLink>
  );
};

const Found = (check: Genuine): ReactNode => {
  const t = useT('suspicious');
  const { organization, campaign, sent_at, sender, recipient } = check;
  return (
    <Facts
      items={[
        [t('verify.organization'), organization.title],
        [t('verify.campaign'), campaign === null ? t('verify.no_campaign') : <CampaignName {...check} />],
        ...(campaign === null ? [] : [[t('verify.email'), campaign.email] as const]),
        ...(sent_at === null ? [] : [[t('verify.sent_at'), formatDateTime(sent_at)] as const]),
        ...(sender === null ? [] : [[t('verify.sender'), `${sender.name} <${sender.address}>`] as const]),
        ...(recipient === null
          ? []
          : [[t('verify.recipient'), `${recipient.full_name} <${recipient.address}>`.trim()] as const]),
      ]}
    />
  );
};

const Verdict = ({ check }: { check: SimulationCheck }): ReactNode => {
  const t = useT('suspicious');
  const { verdict, organization, sender_matches, recipient_matches } = check;
  if (verdict !== 'genuine' || organization === null)
    return (
      <Notice icon={IconShieldX} tone="bad" alert title={t(`verify.${verdict === 'missing' ? 'missing' : 'invalid'}`)}>
        {t(verdict === 'missing' ? 'verify.missing_text' : 'verify.invalid_text')}
      </Notice>
    );
  const doubt =
    sender_matches === false
      ? 'copied'
      : sender_matches === null
        ? 'unproven'
        : recipient_matches === false
          ? 'readdressed'
          : null;
  if (doubt !== null)
    return (
      <Notice icon={IconAlertTriangle} tone="warning" alert title={t(`verify.${doubt}`)}>
        <p>{t(`verify.${doubt}_text`)}</p>
        <Found {...check} organization={organization} />
      </Notice>
    );
  return (
    <Notice icon={IconShieldCheck} tone="good" alert title={t('verify.genuine')}>
      <Found {...check} organization={organization} />
    </Notice>
  );
};

/** Says whether a pasted email is a simulation: for the team that handles incidents. */
export default function VerifyScreen(): ReactNode {
  const t = useT('suspicious');
  const [text, setText] = useState('');
  const needed = useNeeded<HTMLTextAreaElement>(text);
  const verify = useWrite('suspicious-mail.verify');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!needed.check()) return;
    // The headers come first; attachments behind them are not sent.
    verify.mutate({ text: text.slice(0, SIMULATION_TEXT_MAX) });
  };
  return (
    <>
      <PageHead
        title={t('verify.title')}
        hint={t('verify.lead')}
        trail={[
          <BackLink key="back">
            <ScreenLink screen="phishing.suspicious">{t('title')}</ScreenLink>
          </BackLink>,
        ]}
      />
      <Section>
        <form onSubmit={submit} className={css['verify']} noValidate>
          <Textarea
            ref={needed.ref}
            error={needed.error}
            label={t('verify.label')}
            description={t('verify.hint')}
            value={text}
            rows={12}
            spellCheck={false}
            onChange={(e) => {
              setText(e.currentTarget.value);
              verify.reset();
            }}
          />
          <div className={css['form-foot']}>
            <Button type="submit" loading={verify.isPending}>
              {t('verify.action')}
            </Button>
          </div>
        </form>
      </Section>
      {verify.data !== undefined && <Verdict check={verify.data} />}
    </>
  );
}
