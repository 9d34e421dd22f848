import { IconCircleCheck, IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import css from './gotcha.module.css';

const signs = ['1', '2', '3', '4'] as const;
const steps = ['1', '2', '3'] as const;

const Sign = ({ n, children }: { n: string; children: ReactNode }): ReactNode => (
  <span className={css['marked']}>{children}{'\u2060'}<sup aria-hidden>{n}</sup></span>
);

/** A letter like the one that worked, with numbers where it gives itself away. */
const SampleLetter = (): ReactNode => {
  const t = useT('session');
  return (
    <figure className={css['letter']} aria-label={t('gotcha.letter')}>
      <div className={css['letter-head']}>
        <span>{t('gotcha.from')}</span><Sign n="1">support@secure-rornashka.example</Sign>
        <span>{t('gotcha.subject')}</span><strong>{t('gotcha.sample_subject')}</strong>
      </div>
      <p>{t('gotcha.sample_hello')}</p>
      <p><Sign n="2">{t('gotcha.sample_hurry')}</Sign></p>
      <p><span className={css['fake']}><Sign n="3">{t('gotcha.sample_button')}</Sign></span></p>
      <p><Sign n="4">{t('gotcha.sample_ask')}</Sign></p>
    </figure>
  );
};

/** Where a person arrives who fell for a simulation: no blame, what gave it away, what to do next time. */
export default function GotchaScreen(): ReactNode {
  const t = useT('session');
  return (
    <article className={css['page']}>
      <header className={css['hero']}>
        <span className={css['icon']}><IconShieldCheck size={34} stroke={1.5} aria-hidden /></span>
        <div>
          <h1>{t('gotcha.title')}</h1>
          <p>{t('gotcha.lead')}</p>
        </div>
      </header>
      <section className={css['card']}>
        <h2>{t('gotcha.signs')}</h2>
        <div className={css['lesson']}>
          <SampleLetter />
          <ol className={css['signs']}>
            {signs.map((n) => <li key={n}><strong>{t(`gotcha.sign_${n}_title`)}</strong><span>{t(`gotcha.sign_${n}_text`)}</span></li>)}
          </ol>
        </div>
      </section>
      <section className={css['card']}>
        <h2>{t('gotcha.next')}</h2>
        <ul className={css['steps']}>
          {steps.map((n) => (
            <li key={n}><IconCircleCheck size={22} stroke={1.6} aria-hidden /><div><strong>{t(`gotcha.step_${n}_title`)}</strong><span>{t(`gotcha.step_${n}_text`)}</span></div></li>
          ))}
        </ul>
      </section>
      <p className={css['foot']}>{t('gotcha.private')}</p>
      <ButtonLink screen="learner.courses" size="md">{t('gotcha.courses')}</ButtonLink>
    </article>
  );
}
