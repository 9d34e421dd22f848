import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { directorySteps } from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import type { DirectoryDiagnosis as Outcome } from '@sergak/contract/directory-sync/directory-sync.schema.ts';
import type { CallInput } from '../../shared/api.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { Diagnosis, type Verdict } from '../../shared/ui/diagnosis.tsx';
import { Section } from '../../shared/ui/section.tsx';
import css from './directory-sync.module.css';
import { inputOf, type Values } from './directory-values.ts';

type Tested = CallInput<'directory-sync.test'>;

const verdictOf = (t: T<'directory_sync'>, outcome: Outcome): Verdict => {
  const last = outcome.steps.at(-1);
  if (outcome.ok || last === undefined)
    return { tone: 'good', title: t('diagnosis.ok_title'), text: t('diagnosis.ok_text') };
  return {
    tone: 'bad',
    title: t('diagnosis.bad_title', { step: t(`diagnosis.step.${last.step}`) }),
    text: t(`code.${last.code}`),
    ...(last.detail !== '' && { answer: [t('diagnosis.said'), last.detail] as const }),
  };
};

/** How far a check of the directory got, and the first people that it found. */
export const DirectoryDiagnosis = ({
  outcome,
  tested,
}: {
  outcome: Outcome | undefined;
  tested: Tested | undefined;
}): ReactNode => {
  const t = useT('directory_sync');
  const { getValues } = useFormContext<Values>();
  useWatch();
  const changed = outcome !== undefined && JSON.stringify(inputOf(getValues())) !== JSON.stringify(tested);
  return (
    <div className={css['diagnosis']}>
      <Diagnosis
        title={t('diagnosis.title')}
        running={t('diagnosis.running')}
        planned={directorySteps.filter((step) => !(step === 'tls' && tested?.security === 'none'))}
        done={outcome?.steps}
        stepLabel={(step) => t(`diagnosis.step.${step}`)}
        stateLabel={(state) => t(`diagnosis.${state}`)}
        verdict={outcome === undefined ? null : verdictOf(t, outcome)}
        changed={changed ? t('diagnosis.changed') : null}
      />
      {outcome?.ok === true && (
        <Section title={t('diagnosis.people')}>
          <ul className={css['people']}>
            {outcome.people.map((one) => (
              <li key={one.dn}>
                {[one.last_name, one.first_name, one.middle_name].filter(Boolean).join(' ') || t('diagnosis.nameless')}
                <small>
                  {[one.email || t('diagnosis.no_email'), one.position, one.department].filter(Boolean).join(' · ')}
                </small>
              </li>
            ))}
          </ul>
          {outcome.people.some((one) => one.key === '') && <p className={css['note']}>{t('diagnosis.no_key')}</p>}
          {outcome.missing_groups.length > 0 && (
            <p className={css['note']}>
              {t('diagnosis.missing_groups', { groups: outcome.missing_groups.join('; ') })}
            </p>
          )}
        </Section>
      )}
    </div>
  );
};
