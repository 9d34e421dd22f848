import { isFound } from '@sergak/contract/fold.rules.ts';
import { Button, Skeleton } from '@mantine/core';
import { IconDownload, IconHelpCircle, IconPlus, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Question } from '@sergak/contract/learning/learning.rules.ts';
import type { QuestionType } from '@sergak/contract/library/library.schema.ts';
import { QUESTIONS_MAX, tidyQuestion } from '@sergak/contract/library/questions.rules.ts';
import { hrefFor } from '../../../shared/api.ts';
import { download } from '../../../shared/download.ts';
import { text, useT } from '../../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../../shared/query.ts';
import { SearchBox } from '../../../shared/table/search-box.tsx';
import { showToast } from '../../../shared/toasts.ts';
import { ActionButton } from '../../../shared/ui/action-button.tsx';
import { lazy, lazyWindow } from '../../../shared/ui/lazy.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import { undoAction } from '../../../shared/undo.ts';
import { questionInput, moved, questionTypes } from './question-draft.ts';
import { QuestionRow } from './question-row.tsx';
import css from './questions.module.css';
import { useRowDrag } from './use-row-drag.ts';

const QuestionEditor = lazy(() => import('./question-editor.tsx'));
const ImportQuestions = lazyWindow(() => import('./import-questions.tsx'));

type Open = { kind: 'question'; question: Question | null } | { kind: 'import' } | null;

/** The order of the questions, and how it changes; a new order is shown before the server has confirmed it. */
const useOrder = (moduleId: string, stored: readonly Question[]) => {
  const t = useT('library__questions');
  const swap = useWrite('questions.swap');
  const [order, setOrder] = useState<readonly Question[] | null>(null);
  const [said, setSaid] = useState('');
  const questions = order ?? stored;
  const show = (id: string, to: number): void => {
    if (questions.findIndex((one) => one.id === id) !== to) setOrder(moved(questions, id, to));
  };
  const save = (id: string, to: number): void => {
    if (stored.findIndex((one) => one.id === id) === to) return setOrder(null);
    setSaid(t('list.moved', { n: to + 1 }));
    swap.mutate({ id: moduleId, question_id: id, order_id: to }, { onSettled: () => setOrder(null) });
  };
  return { questions, said, show, save, place: (id: string) => questions.findIndex((one) => one.id === id) };
};

/** Deletes a question; the toast offers to put it back in its place. */
const useDeletion = (moduleId: string) => {
  const remove = useWrite('questions.delete');
  return (question: Question, order_id: number): void =>
    remove.mutate(
      { id: moduleId, questionId: question.id },
      {
        onSuccess: () =>
          showToast({
            kind: 'success',
            text: text('tips:question.delete'),
            action: undoAction(
              'questions.create',
              { id: moduleId, ...questionInput(tidyQuestion(draftOfQuestion(question))), order_id },
              () => showToast({ kind: 'success', text: text('tips:question.restored') }),
            ),
          }),
      },
    );
};
const draftOfQuestion = ({ type, text: words, image_path, image_alt, points, body, explanation }: Question) => ({
  type,
  text: words,
  image_path,
  image_alt,
  points,
  body,
  explanation,
});

/** The export in both formats. */
const ExportButtons = ({ moduleId }: { moduleId: string }): ReactNode => {
  const t = useT('library__questions');
  return (['xlsx', 'csv'] as const).map((format) => (
    <Button
      key={format}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => download(hrefFor('questions.export', { id: moduleId, format }))}
    >
      {t(`list.export_${format}`)}
    </Button>
  ));
};

/** The questions of a module: add, change, order, delete, import from a spreadsheet and export. */
export const QuestionsTab = ({ module }: { module: { readonly id: string } }): ReactNode => {
  const moduleId = module.id;
  const t = useT('library__questions');
  const answer = useRead('questions.list', { id: moduleId }, { quiet: true });
  const stored = answer.data?.data ?? [];
  const { questions, said, show, save, place } = useOrder(moduleId, stored);
  const remove = useDeletion(moduleId);
  const [open, setOpen] = useState<Open>(null);
  const [search, setSearch] = useState('');
  const [type, setType] = useState<QuestionType | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const { dragged, grip } = useRowDrag(list, show, (id) => save(id, place(id)));
  if (answer.data === undefined)
    return answer.isError ? (
      <ErrorState onRetry={() => void answer.refetch()} />
    ) : (
      <Skeleton height={240} radius={12} aria-hidden />
    );
  const shown = questions.filter((one) => (type === null || one.type === type) && isFound(one.text, search));
  const total = questions.reduce((sum, one) => sum + one.points, 0);
  const full = questions.length >= QUESTIONS_MAX && t('list.full', { count: QUESTIONS_MAX });
  const add = (
    <ActionButton
      blocked={full}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setOpen({ kind: 'question', question: null })}
    >
      {t('list.add')}
    </ActionButton>
  );
  const upload = (
    <ActionButton
      variant="default"
      blocked={full}
      leftSection={<IconUpload size={16} aria-hidden />}
      onClick={() => setOpen({ kind: 'import' })}
    >
      {t('list.import')}
    </ActionButton>
  );
  return (
    <div className={css['tab']}>
      {questions.length === 0 ? (
        <EmptyState
          icon={IconHelpCircle}
          title={t('list.none')}
          hint={t('list.none_hint')}
          action={
            <div className={css['buttons']}>
              {add}
              {upload}
            </div>
          }
        />
      ) : (
        <>
          <div className={css['bar']}>
            <SearchBox value={search} onChange={setSearch} placeholder={t('list.search')} />
            <Select
              aria-label={t('list.filter')}
              data={[
                { value: '', label: t('list.all_types') },
                ...questionTypes.map((one) => ({ value: one, label: t(`type.${one}`) })),
              ]}
              value={type ?? ''}
              allowDeselect={false}
              onChange={(next) => setType(next === '' ? null : (next as QuestionType | null))}
            />
            <div className={css['buttons']}>
              <ExportButtons moduleId={moduleId} />
              {upload}
              {add}
            </div>
          </div>
          <p className={css['about']}>
            {t('list.total', { count: questions.length })}, {t('list.points', { count: total })}
          </p>
          {shown.length === 0 ? (
            <EmptyState title={t('list.nothing')} />
          ) : (
            <ol className={css['rows']} ref={list}>
              {shown.map((question) => {
                const at = place(question.id);
                return (
                  <QuestionRow
                    key={question.id}
                    question={question}
                    place={at}
                    last={at === questions.length - 1}
                    sortable={shown.length === questions.length}
                    dragged={dragged === question.id}
                    onGrip={grip(question.id)}
                    onMove={(to) => {
                      show(question.id, to);
                      save(question.id, to);
                    }}
                    onEdit={() => setOpen({ kind: 'question', question })}
                    onDelete={() => remove(question, at)}
                  />
                );
              })}
            </ol>
          )}
        </>
      )}
      <span className="sr-only" role="status">
        {said}
      </span>
      {open?.kind === 'question' && (
        <QuestionEditor moduleId={moduleId} question={open.question} onClose={() => setOpen(null)} />
      )}
      {open?.kind === 'import' && <ImportQuestions moduleId={moduleId} onClose={() => setOpen(null)} />}
    </div>
  );
};
