import { Button, Skeleton } from '@mantine/core';
import { IconCheck, IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { StoredCampaignDraft } from '@sergak/contract/campaigns/drafts.schema.ts';
import { call, type CallInput } from '../../shared/api.ts';
import { isApiError } from '../../shared/api-error.ts';
import { formatNumber } from '../../shared/format.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { NeededForm, NeededPart, useNeededForm } from '../../shared/forms/needed-form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useSearchState } from '../../shared/nav/nav.tsx';
import { refresh, useRead } from '../../shared/query.ts';
import { followTask } from '../../shared/tasks.ts';
import { showToast } from '../../shared/toasts.ts';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import css from './campaigns.module.css';
import { asksApproval, Summary } from './create-summary.tsx';
import { dropSelection, keptSelection } from '../employees/public.ts';
import {
  type CampaignDraft,
  type CampaignField,
  firstMissing,
  isMissing,
  openedDraft,
  type Step,
  stepDone,
  stepOf,
  steps,
  storedForm,
  toFilteredForm,
  toForm,
} from './draft.ts';
import { DraftLine, DraftTaken } from './draft-state.tsx';
import { repeatedDraft } from './edit.ts';
import { StepWhom } from './step-whom.tsx';
import { useDraftField } from './use-field.ts';
import { useStoredDraft } from './use-stored-draft.ts';
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

/** The heading of the step: it takes the focus when another step is shown, before a field of that step can take it. */
const useHeading = (at: Step): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(at);
  useLayoutEffect(() => {
    if (shown.current !== at) heading.current?.focus();
    shown.current = at;
  }, [at]);
  return heading;
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

type WizardProps = {
  start: CampaignDraft | null;
  /** The draft that is opened again. */
  opened?: StoredCampaignDraft | null;
  onMade: (id: string) => void;
  onReopen: () => void;
};
/** The form step by step, with its summary always visible; it is kept as a draft on the server until the launch. */
const Wizard = ({ start, opened = null, onMade, onReopen }: WizardProps): ReactNode => {
  const t = useT('campaigns');
  const go = useGo();
  const [{ step, from }, setPlace] = useSearchState({ step: 'whom', from: '' });
  const at = (steps as readonly string[]).includes(step) ? (step as Step) : 'whom';
  const chosen = () => (from === 'staff' ? (keptSelection()?.selection ?? null) : null);
  const [draft, setDraft] = useState<CampaignDraft>(() =>
    openedDraft(opened === null ? start : storedForm(opened.form), chosen()),
  );
  const { saver, state } = useStoredDraft(opened, onMade);
  const latest = useRef(draft);
  const set = (patch: Partial<CampaignDraft>): void => {
    latest.current = { ...latest.current, ...patch };
    setDraft(latest.current);
    saver.change({ draft: latest.current, step: at });
  };
  const look = usePreflight(draft);
  // One idempotency key per form: a second click, or a retry after a lost response, launches once.
  const key = useRef({ form: '', id: '' });
  const launch = useMutation({
    mutationFn: async () => {
      const draft_id = await saver.stop();
      const form = { ...toForm(draft), draft_id };
      const text = JSON.stringify(form);
      if (key.current.form !== text) key.current = { form: text, id: crypto.randomUUID() };
      const once = { idempotencyKey: key.current.id };
      return draft.targetType === 'selection' && draft.selection !== null
        ? call(
            'campaigns.create-filtered',
            { ...toFilteredForm({ ...draft, selection: draft.selection }), draft_id },
            once,
          )
        : call('campaigns.create', form as CallInput<'campaigns.create'>, once);
    },
    onError: saver.resume,
    onSuccess: (made) => {
      dropSelection();
      const outcome = asksApproval(look.data) ? 'waiting' : draft.isDelay ? 'planned' : 'launched';
      const count = look.data?.recipients ?? 0;
      showToast({ kind: 'success', text: t(`done.${outcome}`, { count, number: formatNumber(count) }) });
      followTask({
        id: made.task_id,
        label: t('done.task', { name: draft.name }),
        touches: ['campaigns'],
        quiet: true,
      });
      void refresh('campaigns');
      go({ screen: 'phishing.campaign-statistics', params: { campaign_id: made.id } });
    },
    meta: { endpoint: 'campaigns.create', quiet: true },
  });
  const index = steps.indexOf(at);
  const heading = useHeading(at);
  const goStep = useSteps(at, (next) => {
    if (state.phase !== 'none') saver.change({ draft, step: next });
    setPlace({ step: next });
  });
  const toField = useDraftField();
  const goField = (field: CampaignField): void => {
    if (stepOf[field] !== at) goStep(stepOf[field]);
    toField(field);
  };
  const needed = useNeededForm(stepDone(at, draft), at);
  const checks = useRef<HTMLDivElement>(null);
  const tryLaunch = (): void => {
    const field = firstMissing(draft);
    if (field !== undefined) {
      needed.show(stepOf[field]);
      goField(field);
    } else if (look.isError) void look.refetch();
    else if (look.data?.ready === true) launch.mutate();
    else checks.current?.focus(); // they say what prevents the launch
  };
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
      {state.phase === 'taken' && <DraftTaken onOpen={onReopen} />}
      <div className={css['wizard']}>
        <StepList at={at} draft={draft} onGo={goStep} />
        <Section title={t(`step.${at}`)} titleRef={heading} hint={t(`step.${at}_hint`)} className={css['wizard-form']!}>
          <NeededForm form={needed}>
            {at === 'whom' && <StepWhom draft={draft} set={set} look={look.data} />}
            <Suspense fallback={<Skeleton height={320} radius={14} />}>
              {at === 'emails' && (
                <NeededPart
                  id="campaign-emails"
                  error={needed.shown && isMissing('emails', draft) ? t('needed.emails') : undefined}
                >
                  <ChosenEmails value={draft.templates} onChange={(templates) => set({ templates })} />
                </NeededPart>
              )}
              {at === 'when' && <StepWhen draft={draft} set={set} look={look.data} />}
              {at === 'after' && <StepAfter draft={draft} set={set} />}
              {at === 'check' && (
                <div ref={checks} tabIndex={-1}>
                  <StepCheck draft={draft} look={look.data} failed={look.isError} onRetry={() => void look.refetch()} />
                </div>
              )}
            </Suspense>
          </NeededForm>
          <FormError error={launch.error} />
          <div ref={bottomBarRef} className={css['foot']}>
            <DraftLine state={state} />
            {index > 0 && (
              <Button variant="default" onClick={() => goStep(steps[index - 1]!)}>
                {t('commons:back')}
              </Button>
            )}
            {at !== 'check' ? (
              <Button onClick={() => needed.check() && goStep(steps[index + 1]!)}>{t('commons:next')}</Button>
            ) : (
              <ActionButton
                leftSection={<IconSend size={16} />}
                loading={launch.isPending}
                blocked={!look.isCurrent && !look.isError && t('check.running')}
                onClick={tryLaunch}
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
        <Summary draft={draft} look={look.data} stale={!look.isCurrent} onField={goField} />
      </div>
    </>
  );
};

type ReopenedProps = Pick<WizardProps, 'onMade' | 'onReopen'> & { id: string };
/** A stored draft. It is read once: the form that was opened from it is newer than every later answer. */
const Reopened = ({ id, ...rest }: ReopenedProps): ReactNode => {
  const t = useT('campaigns');
  const stored = useRead('campaigns.draft', { id }, { quiet: true, fresh: true, staleTime: 0 });
  const [opened, setOpened] = useState<StoredCampaignDraft | null>(null);
  if (opened === null && stored.data !== undefined && stored.isFetchedAfterMount && !stored.isFetching)
    setOpened(stored.data);
  if (opened !== null) return <Wizard start={null} opened={opened} {...rest} />;
  if (isApiError(stored.error) && stored.error.status === 404)
    return <EmptyState title={t('drafts.gone')} hint={t('drafts.gone_hint')} />;
  return stored.isError ? <ErrorState onRetry={() => void stored.refetch()} /> : <Skeleton height={420} radius={14} />;
};

/** Sets up a campaign: a draft, an empty one, one with an email (`?email=`), or one that repeats an earlier campaign. */
export default function CreateScreen(): ReactNode {
  const t = useT('campaigns');
  const [{ repeat, email, draft }, setPlace] = useSearchState({ repeat: '', email: '', draft: '' });
  // The draft that the open form has made itself: the address names it then, and the form stays as it is.
  const [own, setOwn] = useState('');
  const [forms, setForms] = useState({ draft, count: 0 });
  if (forms.draft !== draft) {
    setForms({ draft, count: draft === '' ? forms.count + 1 : forms.count });
    if (draft === '') setOwn('');
  }
  const isStored = draft !== '' && draft !== own;
  const before = useRead('campaigns.get', { id: repeat }, { enabled: repeat !== '' && !isStored, quiet: true });
  const wizard = {
    onMade: (id: string) => {
      setOwn(id);
      setPlace({ draft: id }, { replace: true });
    },
    onReopen: () => {
      setOwn('');
      setForms({ draft, count: forms.count + 1 });
    },
  };
  if (isStored) return <Reopened key={`${draft}.${forms.count}`} id={draft} {...wizard} />;
  const key = `${email}.${repeat}.${forms.count}`;
  if (email !== '') return <Wizard key={key} start={openedDraft({ templates: [email] }, null)} {...wizard} />;
  if (repeat === '') return <Wizard key={key} start={null} {...wizard} />;
  if (before.data === undefined)
    return before.isError ? (
      <ErrorState onRetry={() => void before.refetch()} />
    ) : (
      <Skeleton height={420} radius={14} />
    );
  const start = repeatedDraft(before.data, t('repeat.name', { name: before.data.name }));
  return <Wizard key={key} start={start} {...wizard} />;
}
