import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { isAtLeast } from '@sergak/contract/access/roles.ts';
import { RESULTS_RISE_DAYS } from '@sergak/contract/campaigns/campaigns.rules.ts';
import {
  LOG_YEARS,
  REPORTED_DAYS,
  RESULTS_MONTHS,
  SMALLEST_GROUP,
  TRACKING_DAYS,
} from '@sergak/contract/privacy/privacy.rules.ts';
import type { Retention } from '@sergak/contract/privacy/privacy.endpoints.ts';
import { failedWith } from '../../shared/api-error.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, useForm } from '../../shared/forms/form.tsx';
import { UnsavedGuard } from '../../shared/forms/guard.tsx';
import { isProofError, OwnProof, useProof } from '../../shared/forms/own-proof.tsx';
import { NumberField } from '../../shared/forms/number-field.tsx';
import { SwitchField } from '../../shared/forms/switch-field.tsx';
import { FormSaveBar } from '../../shared/forms/save-bar.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { usePart } from '../../shared/nav/part.ts';
import { Section } from '../../shared/ui/section.tsx';
import { Effect, EffectFigures } from './effect.tsx';
import { Ending } from './ending.tsx';
import css from './privacy.module.css';

type Values = Omit<Retention, 'version' | 'ending'>;
/** While anonymous mode is being turned off, its switch is already off. */
const valuesOf = ({ version: _, ending, ...values }: Retention): Values => ({
  ...values,
  anonymous: values.anonymous && ending === null,
});
const isWithin = (value: unknown, { min, max }: { min: number; max: number }): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

const isShorter = (values: Values, stored: Values): boolean =>
  values.tracking_days < stored.tracking_days ||
  values.results_months < stored.results_months ||
  values.reported_days < stored.reported_days;

type Periods = Pick<Values, 'tracking_days' | 'results_months' | 'reported_days'>;
const isValid = ({ tracking_days, results_months, reported_days }: Periods): boolean =>
  isWithin(tracking_days, TRACKING_DAYS) &&
  isWithin(results_months, RESULTS_MONTHS) &&
  isWithin(reported_days, REPORTED_DAYS);

/** Figures of exactly these periods; those of the previous periods are never shown in their place. */
const useEffectOf = (periods: Periods) => {
  const { tracking_days, results_months, reported_days } = periods;
  const options = { quiet: true, fresh: true, enabled: isValid(periods) };
  return useRead('privacy.effect', { tracking_days, results_months, reported_days }, options).data;
};

/** With explanations of different length, the fields stand in one line. */
const below: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

const Fields = ({ locked, ending }: { locked: boolean; ending: Retention['ending'] }): ReactNode => {
  const t = useT('privacy');
  const [tracking_days, results_months, reported_days] = useWatch({
    name: ['tracking_days', 'results_months', 'reported_days'],
  }) as [number, number, number];
  const periods = { tracking_days, results_months, reported_days };
  const figures = useEffectOf(periods);
  const mode = usePart<HTMLDivElement>('anonymous');
  return (
    <>
      <div className={css['fields']}>
        <NumberField
          name="tracking_days"
          label={t('form.tracking')}
          description={t('form.tracking_hint')}
          inputWrapperOrder={below}
          disabled={locked}
        />
        <NumberField
          name="results_months"
          label={t('form.results')}
          description={t('form.results_hint', { least: SMALLEST_GROUP })}
          inputWrapperOrder={below}
          disabled={locked}
        />
        <NumberField
          name="reported_days"
          label={t('form.reported')}
          description={t('form.reported_hint')}
          inputWrapperOrder={below}
          disabled={locked}
        />
      </div>
      {isValid(periods) && <Effect figures={figures} />}
      <p className="quiet">{t('form.log', { count: LOG_YEARS })}</p>
      <div {...mode} className={`${css['mode']} ${mode.className}`}>
        <SwitchField name="anonymous" label={t('anonymous.label')} disabled={locked} />
        {ending !== null && <Ending left={ending.left} />}
        <p className="quiet">{t('anonymous.hint', { least: SMALLEST_GROUP, days: RESULTS_RISE_DAYS })}</p>
      </div>
      {locked && <p className="quiet">{t('form.locked')}</p>}
    </>
  );
};

/** How long data about people is kept. A shorter period is saved only after its effect was confirmed. */
export const RetentionForm = ({ retention }: { retention: Retention }): ReactNode => {
  const t = useT('privacy');
  const locked = !isAtLeast(useMe().role, 'system_admin');
  const form = useForm<Values>(valuesOf(retention));
  const [stored, setStored] = useState({ version: retention.version, ...valuesOf(retention) });
  const [asking, setAsking] = useState<Values | null>(null);
  const figures = useEffectOf(asking ?? stored);
  const save = useWrite('privacy.save', { quiet: true });
  const shorter = asking !== null && isShorter(asking, stored);
  const on = retention.ending === null ? 'on' : 'back';
  const turned = asking === null || asking.anonymous === stored.anonymous ? null : asking.anonymous ? on : 'off';
  const proof = useProof(turned === 'off');
  const close = (): void => {
    proof.reset();
    setAsking(null);
  };
  const write = (values: Values): void =>
    save.mutate(
      { ...values, ...proof.body, version: stored.version },
      {
        onSuccess: (saved) => {
          setStored({ version: saved.version, ...valuesOf(saved) });
          form.reset(valuesOf(saved));
          showToast({ kind: 'success', text: t('form.saved') });
          close();
        },
        // A failed proof is shown in the dialog, everything else in the form.
        onError: (error) => (turned === 'off' && isProofError(error) ? proof.reset() : close()),
      },
    );
  const isReady = figures !== undefined && (turned !== 'off' || proof.isReady);
  const confirm = (): void => {
    if (asking !== null && isReady && !save.isPending) write(asking);
  };
  const submit = (values: Values): void =>
    isShorter(values, stored) || values.anonymous !== stored.anonymous ? setAsking(values) : write(values);
  return (
    <Section part="retention" title={t('form.title')} hint={t('form.hint')}>
      <Form form={form} call="privacy.save" onSubmit={submit} className={css['form']!}>
        <Fields locked={locked} ending={retention.ending} />
        <FormError error={asking === null ? save.error : null} />
        {asking === null && failedWith(save.error, 'privacy.campaigns_running') && <p>{t('anonymous.off_by_tags')}</p>}
        <FormSaveBar busy={save.isPending} onDrop={save.reset} />
        <UnsavedGuard dirty={form.formState.isDirty} />
      </Form>
      <ConfirmDialog
        opened={asking !== null}
        danger
        busy={save.isPending}
        ready={isReady}
        title={t(turned === null ? 'confirm.title' : `anonymous.title_${turned}`)}
        action={t(turned === null ? 'confirm.action' : `anonymous.action_${turned}`)}
        onConfirm={confirm}
        onClose={() => {
          save.reset();
          close();
        }}
      >
        {turned !== null && <p>{t(`anonymous.text_${turned}`, { least: SMALLEST_GROUP })}</p>}
        {shorter && <p>{t('confirm.text')}</p>}
        {shorter && figures !== undefined && <EffectFigures figures={figures} />}
        {turned === 'off' && (
          <>
            <p>{t('anonymous.off_proof')}</p>
            <OwnProof proof={proof} error={save.error} onEnter={confirm} />
          </>
        )}
      </ConfirmDialog>
    </Section>
  );
};
