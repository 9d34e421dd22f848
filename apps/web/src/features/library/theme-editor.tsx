import { Button, TextInput } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { ThemeDetail } from '@sergak/contract/library/library.schema.ts';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { failedWith } from '../../shared/api-error.ts';
import { call } from '../../shared/api.ts';
import { DraftNotice } from '../../shared/forms/draft-notice.tsx';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useDraft } from '../../shared/forms/guard.tsx';
import { useLeaving } from '../../shared/forms/leaving.tsx';
import { SaveBar } from '../../shared/forms/save-bar.tsx';
import { type T, text, useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { lazyWindow } from '../../shared/ui/lazy.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { StaleChanges, type StaleRow } from '../../shared/ui/stale-changes.tsx';
import { EmptyState } from '../../shared/ui/states.tsx';
import { movedBy, placed } from './course-order.ts';
import css from './editor.module.css';
import { ModuleLink } from './module-link.tsx';
import { MoveButtons } from './move-buttons.tsx';
import { StepIcon } from './step-icon.tsx';
import { type EditedStep, editedSteps, newStep, sentStep } from './theme-steps.ts';
import { useDragOrder } from './use-drag-order.ts';

const StepDialog = lazyWindow(() => import('./step-dialog.tsx'));

type Values = { readonly title: string; readonly steps: readonly EditedStep[] };
/** The theme that the author began with, to find what another person stores in between. */
type Base = { readonly values: Values; readonly version: number };
type Draft = { readonly values: Values; readonly base: Base };

/** Facts of a step in one line: what it shows, and the settings of a quiz. */
const factsOf = (t: T<'library__editor'>, step: EditedStep): string => {
  const { kind, count } = step;
  const facts = [t(`kind.${kind}`)];
  if (kind === 'theory' && count !== null) facts.push(t('step.slides', { count }));
  if (kind === 'scorm') facts.push(t(`policy.${step.score_policy}`));
  if (kind !== 'quiz') return facts.join(', ');
  if (count !== null)
    facts.push(
      step.draw_count !== null && step.draw_count < count
        ? t('step.drawn', { count: step.draw_count, total: count })
        : t('step.questions', { count }),
    );
  facts.push(t('step.pass', { percent: step.pass_mark }));
  if (step.attempts_limit !== null) facts.push(t('step.attempts', { count: step.attempts_limit }));
  if (step.time_limit_minutes !== null) facts.push(t('step.minutes', { count: step.time_limit_minutes }));
  return facts.join(', ');
};

type StepsProps = {
  steps: readonly EditedStep[];
  onChange: (change: (now: readonly EditedStep[]) => EditedStep[]) => void;
};
/** The ordered steps. A removed step returns from the toast. */
const Steps = ({ steps, onChange }: StepsProps): ReactNode => {
  const t = useT('library__editor');
  const [edited, setEdited] = useState<EditedStep | null>(null);
  const drag = useDragOrder(
    () => true,
    ({ dragged, over, after }) =>
      onChange((now) => {
        const find = (key: string): EditedStep => now.find((one) => one.key === key)!;
        return placed(now, find(dragged), find(over), after);
      }),
  );
  const remove = (step: EditedStep, index: number): void => {
    onChange((now) => now.filter((one) => one.key !== step.key));
    const run = (): void => onChange((now) => now.toSpliced(Math.min(index, now.length), 0, step));
    showToast({
      kind: 'success',
      text: t('step.removed', { title: step.title }),
      action: { label: text('commons:undo'), run },
    });
  };
  const isNew = edited !== null && !steps.some((one) => one.key === edited.key);
  return (
    <Section
      title={t('theme.steps')}
      hint={t('theme.steps_hint')}
      actions={
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited(newStep())}>
          {t('step.add')}
        </Button>
      }
    >
      {steps.length === 0 && <EmptyState title={t('theme.empty')} hint={t('theme.empty_hint')} />}
      <ol className={css['themes']} {...drag}>
        {steps.map((step, index) => {
          return (
            <li key={step.key} className={css['theme']} draggable data-drag={step.key}>
              <StepIcon kind={step.kind} />
              <span className={css['theme-name']}>
                <strong>
                  <ModuleLink id={step.source} kind={step.kind} word={t(`kind.${step.kind}`)}>
                    {step.title}
                  </ModuleLink>
                </strong>
                <small>{factsOf(t, step)}</small>
              </span>
              <MoveButtons
                id={step.key}
                title={step.title}
                place={String(index)}
                first={index === 0}
                last={index === steps.length - 1}
                onMove={(direction) => onChange((now) => movedBy(now, index, direction === 'up' ? -1 : 1))}
              />
              <Button
                variant="subtle"
                color="gray"
                size="compact-md"
                aria-label={t('step.edit_of', { title: step.title })}
                onClick={() => setEdited(step)}
              >
                <IconPencil size={18} stroke={1.7} aria-hidden />
              </Button>
              <Button
                variant="subtle"
                color="gray"
                size="compact-md"
                aria-label={t('step.remove', { title: step.title })}
                onClick={() => remove(step, index)}
              >
                <IconTrash size={18} stroke={1.7} aria-hidden />
              </Button>
            </li>
          );
        })}
      </ol>
      <Suspense fallback={null}>
        {edited !== null && (
          <StepDialog
            key={edited.key}
            step={edited}
            isNew={isNew}
            onClose={() => setEdited(null)}
            onSave={(step) => {
              onChange((now) => (isNew ? [...now, step] : now.map((one) => (one.key === step.key ? step : one))));
              setEdited(null);
            }}
          />
        )}
      </Suspense>
    </Section>
  );
};

const staleRows = (t: T<'library__editor'>, mine: Values, theirs: ThemeDetail): StaleRow[] => {
  const words = (steps: readonly EditedStep[]): string =>
    steps.map((step) => `${step.title} (${factsOf(t, step)})`).join('; ');
  const rows = [
    { key: 'title', label: t('theme.field'), from: mine.title, to: theirs.title },
    { key: 'steps', label: t('theme.steps'), from: words(mine.steps), to: words(editedSteps(theirs.steps)) },
  ];
  return rows.filter((row) => row.from !== row.to);
};

type Props = {
  /** The edited theme, or the theme whose copy becomes a new one; null for an empty new one. */
  source: ThemeDetail | null;
  isNew: boolean;
  /** The theme is added to this section. */
  sectionId: string | undefined;
  onSaved: () => void;
  onCancel: () => void;
};

const baseOf = (theme: ThemeDetail | null, isNew: boolean): Base => ({
  values: { title: theme?.title ?? '', steps: theme === null ? [] : editedSteps(theme.steps, isNew) },
  version: theme?.version ?? 0,
});

const sameAs = (a: Values, b: Values): boolean =>
  a.title.trim() === b.title && JSON.stringify(a.steps.map(sentStep)) === JSON.stringify(b.steps.map(sentStep));

/** Title and steps of a theme, saved in one call. */
export const ThemeEditor = ({ source, isNew, sectionId, onSaved, onCancel }: Props): ReactNode => {
  const t = useT('library__editor');
  const me = useMe();
  const draft = useDraft<Draft>(`theme.${me.id}.${isNew ? `new ${sectionId ?? ''}` : source!.id}`);
  const [base, setBase] = useState<Base>(() => draft.kept?.base ?? baseOf(source, isNew));
  const [values, setValues] = useState<Values>(draft.kept?.values ?? base.values);
  const [theirs, setTheirs] = useState<ThemeDetail | null>(null);
  const create = useWrite('library.create-theme', { tip: 'tips:theme.created', quiet: true });
  const update = useWrite('library.update-theme', { tip: 'tips:theme.updated', quiet: true });
  const busy = create.isPending || update.isPending;
  const dirty = !sameAs(values, base.values);
  const change = (next: (now: Values) => Values): void =>
    setValues((now) => {
      const changed = next(now);
      draft.save({ values: changed, base });
      return changed;
    });
  const reset = (to: Base): void => {
    draft.forget();
    setBase(to);
    setValues(to.values);
  };
  const save = async (version = base.version): Promise<boolean> => {
    const body = {
      title: values.title.trim(),
      steps: values.steps.map(sentStep),
      ...(sectionId !== undefined && { section_id: sectionId }),
    };
    try {
      await (isNew ? create.mutateAsync(body) : update.mutateAsync({ id: source!.id, version, ...body }));
      draft.forget();
      return true;
    } catch (error) {
      if (failedWith(error, 'common.stale_version'))
        setTheirs(await call('library.theme', { id: source!.id }).catch(() => null));
      return false;
    }
  };
  const reason =
    (values.title.trim() === '' && t('theme.no_title')) || (draft.unconfirmed && t('theme.check_draft')) || undefined;
  const error = create.error ?? update.error;
  const leaving = useLeaving({ dirty: dirty && !draft.unconfirmed, held: reason, save, kept: true });
  return (
    <div className={css['column']}>
      {leaving.question}
      <DraftNotice draft={draft} onRestart={() => reset(baseOf(source, isNew))} />
      {theirs !== null && (
        <StaleChanges
          title={t('stale.theme')}
          same={t('stale.same')}
          rows={staleRows(t, base.values, theirs)}
          busy={busy}
          onTake={() => {
            reset(baseOf(theirs, false));
            setTheirs(null);
          }}
          onOverwrite={() => {
            setBase({ ...base, version: theirs.version });
            setTheirs(null);
            leaving.saveAndLeave(onSaved, () => save(theirs.version));
          }}
        />
      )}
      <Section title={t('theme.properties')}>
        <TextInput
          label={t('theme.field')}
          withAsterisk
          maxLength={TITLE_MAX}
          value={values.title}
          onChange={(e) => {
            const title = e.currentTarget.value;
            change((now) => ({ ...now, title }));
          }}
        />
      </Section>
      <Steps steps={values.steps} onChange={(steps) => change((now) => ({ ...now, steps: steps(now.steps) }))} />
      <SaveBar
        changes={
          Number(values.title.trim() !== base.values.title) +
          Number(!sameAs({ ...values, title: base.values.title }, base.values))
        }
        stays
        busy={busy}
        onSave={() => leaving.saveAndLeave(onSaved)}
        onDrop={() => leaving.drop(onCancel)}
        reason={reason === undefined ? undefined : { text: reason }}
        action={t(sectionId === undefined ? 'commons:save' : 'theme.save_in_section')}
      >
        {!failedWith(error, 'common.stale_version') && <FormError error={error} />}
      </SaveBar>
    </div>
  );
};
