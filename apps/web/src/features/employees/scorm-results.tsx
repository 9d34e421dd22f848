import type { ReactNode } from 'react';
import type { ScormResults as Results } from '@sergak/contract/scorm/runtime.schema.ts';
import { formatDateTime, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { StatusBadge, type Tone } from '../../shared/ui/badges.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import css from './scorm-results.module.css';

type Registration = Results['data'][number];
type Sco = Registration['scos'][number];
type Answer = Sco['interactions'][number];

const stateOf = ({ completion, success }: Pick<Sco, 'completion' | 'success'>) =>
  success !== 'unknown' ? success : completion;
const tones: Record<ReturnType<typeof stateOf>, Tone> = {
  passed: 'good',
  completed: 'good',
  failed: 'bad',
  incomplete: 'active',
  not_attempted: 'neutral',
};

const State = ({ of }: { of: Pick<Sco, 'completion' | 'success' | 'score'> }): ReactNode => {
  const t = useT('employees__employee');
  const state = stateOf(of);
  return (
    <StatusBadge tone={tones[state]}>
      {of.score === null ? t(`scorm.state.${state}`) : `${t(`scorm.state.${state}`)}, ${formatPercent(of.score)}`}
    </StatusBadge>
  );
};

/** A package names results in its own words; the usual ones are translated. */
const useResult = (): ((result: string) => string) => {
  const t = useT('employees__employee');
  return (result) =>
    result === 'correct'
      ? t('scorm.result.correct')
      : result === 'incorrect' || result === 'wrong'
        ? t('scorm.result.incorrect')
        : result === 'neutral' || result === 'unanticipated'
          ? t('scorm.result.neutral')
          : result;
};

const Answers = ({ sco, answers }: { sco: string; answers: readonly Answer[] }): ReactNode => {
  const t = useT('employees__employee');
  const result = useResult();
  return (
    <div className={css['scroll']}>
      <table className={css['answers']}>
        <caption className="sr-only">{t('scorm.answers_of', { title: sco })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('scorm.question')}</th>
            <th scope="col">{t('scorm.answer')}</th>
            <th scope="col">{t('scorm.right')}</th>
            <th scope="col">{t('scorm.result.title')}</th>
          </tr>
        </thead>
        <tbody>
          {answers.map((one) => (
            <tr key={one.number}>
              <td>{one.description || one.name}</td>
              <td>{one.response || '—'}</td>
              <td>{one.correct_pattern || '—'}</td>
              <td>{result(one.result) || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Attempt = ({ registration }: { registration: Registration }): ReactNode => {
  const t = useT('employees__employee');
  const minutes = Math.ceil(registration.seconds / 60);
  return (
    <section className={css['attempt']} aria-labelledby={`r-${registration.id}`}>
      <h3 id={`r-${registration.id}`}>
        {registration.title}, {t('scorm.attempt', { n: registration.number })} <State of={registration} />
      </h3>
      <p className={css['facts']}>
        {t('scorm.started', { date: formatDateTime(registration.started_at) })},{' '}
        {t('scorm.last', { date: formatDateTime(registration.last_at) })}, {t('scorm.minutes', { count: minutes })},{' '}
        {t('scorm.progress', { percent: formatPercent(registration.progress) })}
      </p>
      {registration.scos.map((sco) => (
        <div key={sco.id}>
          {registration.scos.length > 1 && (
            <h4>
              {sco.title} <State of={sco} />
            </h4>
          )}
          {sco.interactions.length > 0 && <Answers sco={sco.title} answers={sco.interactions} />}
        </div>
      ))}
    </section>
  );
};

/** Attempts of a person at the SCORM packages of a course: score, time and answers, as the packages reported them. */
export const ScormResults = ({ person, course }: { person: string; course: string }): ReactNode => {
  const t = useT('employees__employee');
  const found = useRead('scorm.person-results', { id: person, course_id: course }, { quiet: true, fresh: true });
  return (
    <Section title={t('scorm.title')} hint={t('scorm.hint')}>
      {found.data === undefined ? (
        found.isError ? (
          <ErrorState onRetry={() => void found.refetch()} />
        ) : (
          <LoadingState />
        )
      ) : found.data.data.length === 0 ? (
        <p>{t('scorm.none')}</p>
      ) : (
        found.data.data.map((one) => <Attempt key={one.id} registration={one} />)
      )}
    </Section>
  );
};
