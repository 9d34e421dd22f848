import { Button, Skeleton } from '@mantine/core';
import { IconCheck, IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { call, type CallInput } from '../../shared/api.ts';
import { formatNumber } from '../../shared/format.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { DraftNotice } from '../../shared/forms/draft-notice.tsx';
import { useDraft } from '../../shared/forms/guard.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useSearchState } from '../../shared/nav/nav.tsx';
import { refresh, useRead } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { followTask } from '../../shared/tasks.ts';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import css from './campaigns.module.css';
import { asksApproval, Reasons, Summary } from './create-summary.tsx';
import { dropSelection, keptSelection } from '../employees/public.ts';
import {
  type CampaignDraft,
  type CampaignField,
  missingIn,
  openedDraft,
  type Step,
  stepDone,
  stepOf,
  steps,
  toFilteredForm,
  toForm,
} from './draft.ts';
import { repeatedDraft } from './edit.ts';
import { StepWhom } from './step-whom.tsx';
import { useDraftField } from './use-field.ts';
import { usePreflight } from './use-preflight.ts';
import { preloadable } from '../../shared/ui/lazy.tsx';
import { bottomBarRef } from '../../shared/ui/bottom-bar.ts';

// The code of a step is loaded while the step before it is shown.
const ChosenEmails = preloadable(async () => ({ default: (await import('./chosen-emails.tsx')).ChosenEmails }));
const StepWhen = preloadable(async () => ({ default: (await import('./step-when.tsx')).StepWhen }));
const StepAfter = preloadable(async () => ({ default: (await import('./step-after.tsx')).StepAfter }));
const StepCheck = preloadable(async () => ({ default: (await import('./step-check.tsx')).StepCheck }));
const preloads: Readonly<Record<Step, () => Promise<void> | undefined>> = {
  whom: () => undefined,
  emails: ChosenEmails.preload,
  when: StepWhen.preload,
  after: StepAfter.preload,
  check: StepCheck.preload,
};

/**
 * Goes to a step as soon as its code is there. Until then the earlier step stays, so that no button moves under the pointer;
 * the last click wins.
 */
const useSteps = (at: Step, show: (step: Step) => void): ((step: Step) => void) => {
  const wanted = useRef<Step | null>(null);
  useEffect(() => {
    const following = steps[steps.indexOf(at) + 1];
    if (following !== undefined) void preloads[following]();
    return () => void (wanted.current = null); // the step has changed, or the page is left
  }, [at]);
  return (step) => {
    wanted.current = step;
    const loading = preloads[step]();
    if (loading === undefined) show(step);
    else void loading.then(() => wanted.current === step && show(step));
  };
};

const StepList = ({ at, draft, onGo }: { at: Step; draft: CampaignDraft; onGo: (step: Step) => void }): ReactNode => {
  const t = useT('campaigns');
  const [furthest, setFurthest] = useState(0);
  if (steps.indexOf(at) > furthest) setFurthest(steps.indexOf(at));
  return (
    <nav aria-label={t('create.steps')}>
      <ol className={css['steps']}>
        {steps.map((step, i) => {
          const done = i < furthest && step !== at && stepDone(step, draft);
          return (
            <li key={step}>
              <button type="button" aria-current={step === at ? 'step' : undefined} onClick={() => onGo(step)}>
                <span data-done={done || undefined}>{done ? <IconCheck size={14} aria-hidden /> : i + 1}</span>
                {t(`step.${step}`)}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
};

/** The form step by step, with its summary always visible; it is kept until the launch. */
const Wizard = ({ start, draftKey }: { start: CampaignDraft | null; draftKey: string }): ReactNode => {
  const t = useT('campaigns');
  const go = useGo();
  const [{ step, from }, setPlace] = useSearchState({ step: 'whom', from: '' });
  const at = (steps as readonly string[]).includes(step) ? (step as Step) : 'whom';
  const stored = useDraft<CampaignDraft>(draftKey);
  const { kept, save, forget } = stored;
  const chosen = () => (from === 'staff' ? (keptSelection()?.selection ?? null) : null);
  const [draft, setDraft] = useState<CampaignDraft>(() => openedDraft(kept ?? start, chosen()));
  const set = (patch: Partial<CampaignDraft>): void =>
    setDraft((now) => {
      const next = { ...now, ...patch };
      save(next);
      return next;
    });
  const look = usePreflight(draft);
  // One idempotency key per form: a second click, or a retry after a lost response, launches once.
  const key = useRef({ form: '', id: '' });
  const launch = useMutation({
    mutationFn: () => {
      const form = toForm(draft);
      const text = JSON.stringify(form);
      if (key.current.form !== text) key.current = { form: text, id: crypto.randomUUID() };
      const once = { idempotencyKey: key.current.id };
      return draft.targetType === 'selection' && draft.selection !== null
        ? call('campaigns.create-filtered', toFilteredForm({ ...draft, selection: draft.selection }), once)
        : call('campaigns.create', form as CallInput<'campaigns.create'>, once);
    },
    onSuccess: (made) => {
      forget();
      dropSelection();
      followTask({ id: made.task_id, label: draft.name, touches: ['campaigns'] });
      void refresh('campaigns');
      go({ screen: 'phishing.campaign-statistics', params: { campaign_id: made.id } });
    },
    meta: { endpoint: 'campaigns.create', quiet: true },
  });
  const index = steps.indexOf(at);
  const goStep = useSteps(at, (next) => setPlace({ step: next }));
  const toField = useDraftField();
  const goField = (field: CampaignField): void => {
    if (stepOf[field] !== at) goStep(stepOf[field]);
    toField(field);
  };
  const missing = missingIn(at, draft);
  const restart = (): void => {
    forget();
    setDraft(openedDraft(start, chosen()));
    goStep('whom');
  };
  const ready = !stored.unconfirmed && look.data?.ready === true && look.isCurrent && draft.name.trim() !== '';
  return (
    <>
      <PageHead
        title={t('create.title')}
        trail={[
          <ScreenLink key="all" screen="phishing.campaigns">
            {t('title')}
          </ScreenLink>,
        ]}
      />
      <DraftNotice draft={stored} onRestart={restart} spaced />
      <div className={css['wizard']}>
        <StepList at={at} draft={draft} onGo={goStep} />
        <Section title={t(`step.${at}`)} hint={t(`step.${at}_hint`)} className={css['wizard-form']!}>
          {at === 'whom' && <StepWhom draft={draft} set={set} look={look.data} />}
          <Suspense fallback={<Skeleton height={320} radius={14} />}>
            {at === 'emails' && (
              <div id="campaign-emails">
                <ChosenEmails value={draft.templates} onChange={(templates) => set({ templates })} />
              </div>
            )}
            {at === 'when' && <StepWhen draft={draft} set={set} look={look.data} />}
            {at === 'after' && <StepAfter draft={draft} set={set} />}
            {at === 'check' && (
              <StepCheck draft={draft} look={look.data} failed={look.isError} onRetry={() => void look.refetch()} />
            )}
          </Suspense>
          {missing.length > 0 && (
            <Reasons
              title={t('needed.title')}
              reasons={missing.map((field) => ({ text: t(`needed.${field}`), field }))}
              onField={goField}
            />
          )}
          <FormError error={launch.error} />
          <div ref={bottomBarRef} className={css['foot']}>
            {index > 0 && (
              <Button variant="default" onClick={() => goStep(steps[index - 1]!)}>
                {t('commons:back')}
              </Button>
            )}
            {at !== 'check' ? (
              <ActionButton
                onClick={() => goStep(steps[index + 1]!)}
                blocked={missing.length > 0 && t('commons:blocked.steps')}
              >
                {t('commons:next')}
              </ActionButton>
            ) : (
              <ActionButton
                leftSection={<IconSend size={16} />}
                loading={launch.isPending}
                blocked={!ready && t('commons:blocked.checks')}
                onClick={() => launch.mutate()}
              >
                {asksApproval(look.data)
                  ? t('create.ask')
                  : t(draft.isDelay ? 'create.plan' : 'create.send', {
                      count: look.data?.recipients ?? 0,
                      number: formatNumber(look.data?.recipients ?? 0),
                    })}
              </ActionButton>
            )}
          </div>
        </Section>
        <Summary draft={draft} look={look.data} onField={goField} />
      </div>
    </>
  );
};

/** Sets up a campaign: an empty one, one with an email (`?email=`), or one that repeats an earlier campaign. */
export default function CreateScreen(): ReactNode {
  const t = useT('campaigns');
  const me = useMe();
  const [{ repeat, email }] = useSearchState({ repeat: '', email: '' });
  const before = useRead('campaigns.get', { id: repeat }, { enabled: repeat !== '', quiet: true });
  if (email !== '')
    return (
      <Wizard
        key={email}
        start={openedDraft({ templates: [email] }, null)}
        draftKey={`campaign.${me.id}.email.${email}`}
      />
    );
  if (repeat === '') return <Wizard start={null} draftKey={`campaign.${me.id}`} />;
  if (before.data === undefined)
    return before.isError ? (
      <ErrorState onRetry={() => void before.refetch()} />
    ) : (
      <Skeleton height={420} radius={14} />
    );
  const start = repeatedDraft(before.data, t('repeat.name', { name: before.data.name }));
  return <Wizard key={repeat} start={start} draftKey={`campaign.${me.id}.${repeat}`} />;
}
