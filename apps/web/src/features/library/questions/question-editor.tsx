import { Button, Textarea, TextInput } from '@mantine/core';
import { IconArrowLeft, IconEye } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { Question } from '@sergak/contract/learning/learning.rules.ts';
import type { QuestionType } from '@sergak/contract/library/library.schema.ts';
import { QUESTION_TEXT_MAX } from '@sergak/contract/library/questions.rules.ts';
import { failedWith } from '../../../shared/api-error.ts';
import { call } from '../../../shared/api.ts';
import { FormError } from '../../../shared/forms/form-error.tsx';
import { useLeaving } from '../../../shared/forms/leaving.tsx';
import { useT } from '../../../shared/i18n/use-t.ts';
import { afterPress } from '../../../shared/press.ts';
import { notifyError } from '../../../shared/query-client.ts';
import { refresh, useWrite } from '../../../shared/query.ts';
import { ActionButton } from '../../../shared/ui/action-button.tsx';
import { DialogFooter } from '../../../shared/ui/dialog-footer.tsx';
import { Modal } from '../../../shared/ui/overlays.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import {
  questionDraft,
  emptyValues,
  faultsOf,
  questionInput,
  questionTypes,
  type QuestionValues,
  questionValues,
} from './question-draft.ts';
import { QuestionParts } from './question-parts.tsx';
import { QuestionPicture } from './question-picture.tsx';
import { QuestionPreview } from './question-preview.tsx';
import { QuestionStale } from './question-stale.tsx';
import css from './questions.module.css';

type Props = {
  moduleId: string;
  /** The question to change; null to add one. */
  question: Question | null;
  onClose: () => void;
};

/** The values of the editor with the faults to show: those of fields that have been touched. */
const useValues = (question: Question | null) => {
  const t = useT('library__questions');
  const [base, setBase] = useState(question);
  const [values, setValues] = useState<QuestionValues>(() =>
    question === null ? emptyValues() : questionValues(question),
  );
  const [start, setStart] = useState(values);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const faults = useMemo(() => faultsOf(values), [values]);
  const sentence = (field: string): string | undefined => {
    const code = faults.get(field);
    return code === undefined ? undefined : t(`fault.${code}`);
  };
  return {
    base,
    values,
    dirty: values !== start,
    blocked: faults.size > 0 && sentence([...faults.keys()][0]!),
    change: (part: Partial<QuestionValues>): void => setValues((now) => ({ ...now, ...part })),
    touch: (field: string): void => afterPress(() => setTouched((now) => new Set([...now, field]))),
    errorOf: (field: string): string | undefined => (touched.has(field) ? sentence(field) : undefined),
    restart: (next: Question): void => {
      const fresh = questionValues(next);
      setBase(next);
      setStart(fresh);
      setValues(fresh);
    },
  };
};

const Previewed = ({ question, onBack }: { question: Question; onBack: () => void }): ReactNode => (
  <>
    <QuestionPreview question={question} />
    <DialogFooter>
      <Button leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onBack}>
        {useT('library__questions')('preview.back')}
      </Button>
    </DialogFooter>
  </>
);

/** Adds or changes a question, with a preview of what learners see. */
export default function QuestionEditor({ moduleId, question, onClose }: Props): ReactNode {
  const t = useT('library__questions');
  const form = useValues(question);
  const { values, base, errorOf, touch, change } = form;
  const [previewed, setPreviewed] = useState<Question | null>(null);
  const [newer, setNewer] = useState<Question | null>(null);
  const create = useWrite('questions.create', { quiet: true, tip: 'tips:question.create' });
  const update = useWrite('questions.update', { quiet: true, tip: 'tips:question.update' });
  const busy = create.isPending || update.isPending;
  const save = async (version = base?.version): Promise<boolean> => {
    const input = { id: moduleId, ...questionInput(questionDraft(values)) };
    try {
      await (base === null
        ? create.mutateAsync(input)
        : update.mutateAsync({ ...input, questionId: base.id, version: version! }));
      return true;
    } catch (error) {
      if (base !== null && failedWith(error, 'common.stale_version')) {
        call('questions.get', { id: moduleId, questionId: base.id }).then(setNewer, notifyError);
        void refresh('questions');
      }
      return false;
    }
  };
  const error = create.error ?? update.error;
  const leaving = useLeaving({ dirty: form.dirty, held: form.blocked || undefined, save });
  return (
    <Modal
      opened
      onClose={onClose}
      unsaved={form.dirty}
      size={820}
      yOffset="2dvh"
      title={t(question === null ? 'editor.new' : 'editor.change')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      {leaving.question}
      {previewed !== null ? (
        <Previewed question={previewed} onBack={() => setPreviewed(null)} />
      ) : (
        <div className={css['editor']}>
          <div className={css['head']}>
            <Select
              label={t('editor.type')}
              data={questionTypes.map((type) => ({ value: type, label: t(`type.${type}`) }))}
              value={values.type}
              allowDeselect={false}
              onChange={(type) => type !== null && change({ type: type as QuestionType })}
            />
            <TextInput
              label={t('editor.points')}
              value={values.points}
              inputMode="numeric"
              autoComplete="off"
              error={errorOf('points')}
              onChange={(e) => change({ points: e.currentTarget.value })}
              onBlur={() => touch('points')}
            />
          </div>
          <Textarea
            label={t('editor.text')}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={QUESTION_TEXT_MAX}
            withAsterisk
            data-autofocus
            value={values.text}
            error={errorOf('text')}
            onChange={(e) => change({ text: e.currentTarget.value })}
            onBlur={() => touch('text')}
          />
          <QuestionPicture
            moduleId={moduleId}
            picture={values}
            owner={t('picture.question')}
            error={errorOf('image_alt')}
            onChange={change}
            onBlur={() => touch('image_alt')}
          />
          <QuestionParts moduleId={moduleId} values={values} onChange={change} errorOf={errorOf} onTouch={touch} />
          <Textarea
            label={t('editor.explanation')}
            description={t('editor.explanation_hint')}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={QUESTION_TEXT_MAX}
            value={values.explanation}
            error={errorOf('explanation')}
            onChange={(e) => change({ explanation: e.currentTarget.value })}
          />
          {newer !== null && base !== null ? (
            <QuestionStale
              base={base}
              current={newer}
              values={values}
              busy={busy}
              onTake={() => {
                form.restart(newer);
                setNewer(null);
                update.reset();
              }}
              onOverwrite={() => leaving.saveAndLeave(onClose, () => save(newer.version))}
            />
          ) : (
            <FormError error={failedWith(error, 'common.stale_version') ? null : error} />
          )}
          <DialogFooter
            onCancel={onClose}
            start={
              <ActionButton
                variant="subtle"
                blocked={form.blocked}
                leftSection={<IconEye size={16} aria-hidden />}
                onClick={() =>
                  setPreviewed({
                    id: crypto.randomUUID(),
                    version: 1,
                    ...questionInput(questionDraft(values)),
                  } as Question)
                }
              >
                {t('preview.open')}
              </ActionButton>
            }
          >
            <ActionButton
              blocked={
                newer !== null
                  ? t('commons:blocked.conflict')
                  : form.blocked || (base !== null && !form.dirty && t('commons:blocked.unchanged'))
              }
              loading={busy}
              onClick={() => leaving.saveAndLeave(onClose)}
            >
              {t(question === null ? 'editor.add' : 'commons:save')}
            </ActionButton>
          </DialogFooter>
        </div>
      )}
    </Modal>
  );
}
