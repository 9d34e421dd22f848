import { Button, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import {
  ANSWER_SUBJECT_MAX,
  ANSWER_TEXT_MAX,
  answerVariables,
  reportVerdicts,
  type ReportVerdict,
} from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import type { ReportAnswer } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { languages } from '@sergak/contract/session/session.rules.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { Modal } from '../../shared/ui/overlays.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { LoadingState } from '../../shared/ui/states.tsx';
import { useConfirmationOverDialog } from '../../shared/ui/dialog-guard.ts';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';
import { paused } from '../../shared/ui/paused.ts';
import css from './report.module.css';

type Language = (typeof languages)[number];

const AnswerForm = ({
  answer,
  onClose,
  onDirty,
}: {
  answer: ReportAnswer;
  onClose: () => void;
  onDirty: (is: boolean) => void;
}): ReactNode => {
  const t = useT('suspicious');
  const [language, setLanguage] = useState<Language>('ru');
  const [texts, setTexts] = useState(answer.texts);
  const save = useWrite('suspicious-mail.answer-save', { quiet: true });
  const one = texts[language];
  const set = (change: Partial<typeof one>): void => {
    setTexts({ ...texts, [language]: { ...one, ...change } });
    onDirty(true);
  };
  const store = (given: ReportAnswer['texts'] | null): void =>
    save.mutate(
      { verdict: answer.verdict, texts: given, version: answer.version },
      {
        onSuccess: () => {
          onDirty(false);
          showToast({ kind: 'success', text: t('answers.saved') });
          onClose();
        },
      },
    );
  const isWhole = languages.every((code) => texts[code].subject.trim() !== '' && texts[code].text.trim() !== '');
  return (
    <>
      <SegmentedControl
        value={language}
        onChange={setLanguage}
        data={languages.map((value) => ({ value, label: t(`answers.language.${value}`) }))}
      />
      <TextInput
        label={t('answers.subject')}
        value={one.subject}
        maxLength={ANSWER_SUBJECT_MAX}
        onChange={(e) => set({ subject: e.currentTarget.value })}
      />
      <Textarea
        label={t('answers.text')}
        description={t('answers.hint', { variables: answerVariables.map((name) => `{{${name}}}`).join(', ') })}
        value={one.text}
        maxLength={ANSWER_TEXT_MAX}
        rows={9}
        onChange={(e) => set({ text: e.currentTarget.value })}
      />
      <FormError error={save.error} />
      <DialogFooter
        onCancel={onClose}
        start={
          answer.own && (
            <Button variant="subtle" {...paused(save.isPending, () => store(null))}>
              {t('answers.restore')}
            </Button>
          )
        }
      >
        <Button disabled={!isWhole} loading={save.isPending} onClick={() => store(texts)}>
          {t('commons:save')}
        </Button>
      </DialogFooter>
    </>
  );
};

/** The texts of the answers to reporters, one for each verdict, in all languages. */
export const AnswersDialog = ({ first, onClose }: { first: ReportVerdict; onClose: () => void }): ReactNode => {
  const t = useT('suspicious');
  // Esc closes only this window.
  useConfirmationOverDialog(true);
  const [verdict, setVerdict] = useState(first);
  const [isDirty, setDirty] = useState(false);
  const { data } = useRead('suspicious-mail.answers', {}, { quiet: true });
  const answer = data?.data.find((one) => one.verdict === verdict);
  return (
    <Modal
      opened
      onClose={onClose}
      unsaved={isDirty}
      size="lg"
      title={t('answers.title')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <div className={css['answers']}>
        <Select
          label={t('answers.verdict')}
          value={verdict}
          disabled={isDirty}
          onChange={(next) => next !== null && setVerdict(next as ReportVerdict)}
          data={reportVerdicts.map((value) => ({ value, label: t(`verdict.${value}`) }))}
        />
        {answer ? (
          <AnswerForm key={`${verdict} ${answer.version}`} answer={answer} onClose={onClose} onDirty={setDirty} />
        ) : (
          <LoadingState />
        )}
      </div>
    </Modal>
  );
};
