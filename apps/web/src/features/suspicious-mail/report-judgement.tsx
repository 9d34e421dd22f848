import { Button, Checkbox } from '@mantine/core';
import { IconSend, IconTemplate } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import {
  reportVerdicts,
  type ReportStage,
  type ReportVerdict,
} from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import type { SuspiciousEmail } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe, usePermission } from '../../shared/session.ts';
import { lazyWindow } from '../../shared/ui/lazy.tsx';
import { paused } from '../../shared/ui/paused.ts';
import { StageBadge } from './report-state.tsx';
import css from './report.module.css';

const AnswersDialog = lazyWindow(async () => ({ default: (await import('./answers-dialog.tsx')).AnswersDialog }));

/** Stores stage and verdict of an email; on request for all open reports of its message. */
export const useJudgement = (email: SuspiciousEmail | undefined) => {
  const write = useWrite('suspicious-mail.judge', { tip: 'tips:suspicious.state' });
  const [same, setSame] = useState(true);
  const judge = (stage: ReportStage, verdict: ReportVerdict | null): void => {
    if (email === undefined || write.isPending || (email.stage === stage && email.verdict === verdict)) return;
    write.mutate({ id: email.id, stage, verdict, same: same && email.same > 1, version: email.version });
  };
  return { judge, same, setSame, busy: write.isPending };
};
export type Judgement = ReturnType<typeof useJudgement>;

const Stage = ({ email, judgement: { judge, busy } }: { email: SuspiciousEmail; judgement: Judgement }): ReactNode => {
  const t = useT('suspicious');
  const { stage, verdict } = email;
  return (
    <div className={css['stage']}>
      <StageBadge stage={stage} />
      {stage === 'new' ? (
        <Button variant="subtle" size="compact-md" {...paused(busy, () => judge('in_work', verdict))}>
          {t('drawer.take')}
        </Button>
      ) : stage === 'in_work' ? (
        <Button variant="subtle" size="compact-md" {...paused(busy, () => judge('new', null))}>
          {t('drawer.release')}
        </Button>
      ) : (
        <Button variant="subtle" size="compact-md" {...paused(busy, () => judge('in_work', verdict))}>
          {t('drawer.reopen')}
        </Button>
      )}
    </div>
  );
};

/** The text of the answer to this verdict, in the language of the reader. */
const AnswerText = ({ verdict, subject }: { verdict: ReportVerdict; subject: string }): ReactNode => {
  const t = useT('suspicious');
  const { language, acting_organization: organization } = useMe();
  const { data } = useRead('suspicious-mail.answers', {}, { quiet: true });
  const text = data?.data.find((one) => one.verdict === verdict)?.texts[language ?? 'ru'];
  const filled = (given: string): string =>
    given
      .replaceAll('{{subject}}', () => subject || t('no_subject'))
      .replaceAll('{{first_name}}', () => t('drawer.answer_name'))
      .replaceAll('{{organization}}', () => organization.title);
  return (
    text && (
      <blockquote className={css['answer']}>
        <strong>{filled(text.subject)}</strong>
        {filled(text.text)}
      </blockquote>
    )
  );
};

const Answer = ({ email }: { email: SuspiciousEmail }): ReactNode => {
  const t = useT('suspicious');
  const [editing, setEditing] = useState(false);
  const answer = useWrite('suspicious-mail.answer', { tip: 'tips:suspicious.answered' });
  const { verdict, reporters, answered } = email;
  const left = reporters - answered;
  return (
    <section>
      <h3>{t('drawer.answer')}</h3>
      {reporters === 0 ? (
        <p>{t('drawer.answer_nobody')}</p>
      ) : verdict === null ? (
        <p>{t('drawer.answer_after')}</p>
      ) : left === 0 ? (
        <p>{t('drawer.answer_done', { count: reporters })}</p>
      ) : (
        <>
          <p>{t('drawer.answer_text')}</p>
          <AnswerText verdict={verdict} subject={email.subject} />
          <Button
            leftSection={<IconSend size={16} />}
            loading={answer.isPending}
            onClick={() => answer.mutate({ id: email.id, version: email.version })}
          >
            {t('drawer.answer_send', { count: left })}
          </Button>
        </>
      )}
      <Button variant="subtle" size="compact-md" className={css['edit']!} onClick={() => setEditing(true)}>
        {t('drawer.answer_edit')}
      </Button>
      {editing && <AnswersDialog first={verdict ?? 'dangerous'} onClose={() => setEditing(false)} />}
    </section>
  );
};

const MakeTemplate = ({ email }: { email: SuspiciousEmail }): ReactNode => {
  const t = useT('suspicious');
  const go = useGo();
  const may = usePermission('admin.phishing.templates');
  const make = useWrite('suspicious-mail.make-template');
  if (!may || email.body !== 'kept') return null;
  return (
    <Button
      variant="default"
      leftSection={<IconTemplate size={16} />}
      loading={make.isPending}
      onClick={() =>
        make.mutate(
          { id: email.id },
          {
            onSuccess: ({ template_id, email_id }) =>
              go({ screen: 'phishing.email-edit', params: { template_id, email_id } }),
          },
        )
      }
    >
      {t('drawer.template')}
    </Button>
  );
};

/** Stage, verdict, the answer to the reporters, and the template that can be made of the message. */
export const ReportJudgement = ({ email, judgement }: { email: SuspiciousEmail; judgement: Judgement }): ReactNode => {
  const t = useT('suspicious');
  const { judge, same, setSame, busy } = judgement;
  return (
    <>
      <section>
        <h3>{t('drawer.decide')}</h3>
        <Stage email={email} judgement={judgement} />
        <div className={css['verdicts']} role="group" aria-label={t('drawer.decide')}>
          {reportVerdicts.map((verdict, at) => (
            <Button
              key={verdict}
              variant={verdict === email.verdict ? 'filled' : 'default'}
              aria-pressed={verdict === email.verdict}
              aria-keyshortcuts={String(at + 1)}
              justify="space-between"
              rightSection={
                <kbd className={css['key']} aria-hidden>
                  {at + 1}
                </kbd>
              }
              {...paused(busy, () => judge('closed', verdict))}
            >
              {t(`verdict.${verdict}`)}
            </Button>
          ))}
        </div>
        {email.same > 1 && (
          <Checkbox
            checked={same}
            onChange={(e) => setSame(e.currentTarget.checked)}
            label={t('drawer.same', { count: email.same - 1 })}
          />
        )}
        <p className="sr-only" aria-live="polite">
          {email.verdict !== null && t(`verdict.${email.verdict}`)}
        </p>
      </section>
      <Answer email={email} />
      <MakeTemplate email={email} />
    </>
  );
};
