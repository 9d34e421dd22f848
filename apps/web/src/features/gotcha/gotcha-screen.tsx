import { IconCircleCheck, IconShieldCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { call, type CallOutput } from '../../shared/api.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useSearchState } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { LoadingState } from '../../shared/ui/states.tsx';
import css from './gotcha.module.css';
import { EmailFrame } from './email-frame.tsx';

const signs = ['1', '2', '3', '4'] as const;
const steps = ['1', '2', '3'] as const;

/** A text with the numbers of its red flags, which stay on the line of the last word. */
const Sign = ({ n, children }: { n: readonly number[]; children: string }): ReactNode => {
  if (n.length === 0) return children;
  const last = children.lastIndexOf(' ') + 1;
  return (
    <span className={css['marked']}>
      {children.slice(0, last)}
      <span className={last === 0 ? undefined : css['last']}>
        {children.slice(last)}
        {n.map((number) => (
          <sup key={number} aria-hidden>
            {number}
          </sup>
        ))}
      </span>
    </span>
  );
};

/** An email like the one the person clicked, with numbers at its red flags. */
const SampleEmail = (): ReactNode => {
  const t = useT('gotcha');
  return (
    <figure className={css['email']} aria-label={t('email')}>
      <div className={css['email-head']}>
        <span>{t('from')}</span>
        <Sign n={[1]}>support@secure-rornashka.example</Sign>
        <span>{t('subject')}</span>
        <strong>{t('sample_subject')}</strong>
      </div>
      <p>{t('sample_hello')}</p>
      <p>
        <Sign n={[2]}>{t('sample_hurry')}</Sign>
      </p>
      <p>
        <span className={css['fake']}>
          <Sign n={[3]}>{t('sample_button')}</Sign>
        </span>
      </p>
      <p>
        <Sign n={[4]}>{t('sample_ask')}</Sign>
      </p>
    </figure>
  );
};

/** The email that the person got, and its red flags. */
const OwnEmail = ({ email, tips }: Pick<CallOutput<'campaigns.gotcha'>, 'email' | 'tips'>): ReactNode => {
  const t = useT('gotcha');
  // A red flag that names the address of the sender stands there, not in the text of the email.
  const aboutSender = tips.flatMap((tip, at) => (tip.includes(email.sender_address) ? [at + 1] : []));
  return (
    <div className={css['lesson']}>
      <figure className={css['email']} aria-label={t('own_email')}>
        <div className={css['email-head']}>
          <span>{t('from')}</span>
          <span>
            {email.sender_name} <Sign n={aboutSender}>{`<${email.sender_address}>`}</Sign>
          </span>
          <span>{t('subject')}</span>
          <strong>{email.subject}</strong>
        </div>
        <EmailFrame url={email.preview.url} title={t('own_email')} />
      </figure>
      <ol className={css['signs']}>
        {tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ol>
    </div>
  );
};

const uses = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'wheel'] as const;

/**
 * Reports once, without any content, that a person uses the page: this is the evidence by which a click counts as
 * human.
 */
const useReport = (key: string): void =>
  useEffect(() => {
    if (key === '') return;
    const stop = (): void => uses.forEach((name) => document.removeEventListener(name, report));
    const report = (event: Event): void => {
      if (!event.isTrusted) return;
      stop();
      call('campaigns.gotcha-used', { key }, { keepalive: true }).catch(() => undefined); // the page works without this report
    };
    uses.forEach((name) => document.addEventListener(name, report, { passive: true }));
    return stop;
  }, [key]);

const Lesson = (): ReactNode => {
  const t = useT('gotcha');
  const [{ c: key }] = useSearchState({ c: '' });
  useReport(key);
  const own = useRead('campaigns.gotcha', { key }, { quiet: true, enabled: key !== '', staleTime: Infinity });
  if (own.data !== undefined && own.data.tips.length > 0)
    return <OwnEmail email={own.data.email} tips={own.data.tips} />;
  if (key !== '' && own.isPending) return <LoadingState />;
  return (
    <div className={css['lesson']}>
      <SampleEmail />
      <ol className={css['signs']}>
        {signs.map((n) => (
          <li key={n}>
            <strong>{t(`sign.${n}.title`)}</strong>
            <span>{t(`sign.${n}.text`)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
};

/** The page for a person who fell for a simulation: no blame, the red flags, what to do next time. */
export default function GotchaScreen(): ReactNode {
  const t = useT('gotcha');
  return (
    <article className={css['page']}>
      <header className={css['hero']}>
        <span className={css['icon']}>
          <IconShieldCheck size={34} stroke={1.5} aria-hidden />
        </span>
        <div>
          <h1>{t('title')}</h1>
          <p>{t('lead')}</p>
        </div>
      </header>
      <section className={css['card']}>
        <h2>{t('signs')}</h2>
        <Lesson />
      </section>
      <section className={css['card']}>
        <h2>{t('next')}</h2>
        <ul className={css['steps']}>
          {steps.map((n) => (
            <li key={n}>
              <IconCircleCheck size={22} stroke={1.6} aria-hidden />
              <div>
                <strong>{t(`step.${n}.title`)}</strong>
                <span>{t(`step.${n}.text`)}</span>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <p className={css['foot']}>{t('private')}</p>
      <ButtonLink screen="learner.courses" size="md">
        {t('courses')}
      </ButtonLink>
    </article>
  );
}
