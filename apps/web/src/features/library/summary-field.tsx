import { Input, Skeleton } from '@mantine/core';
import { type ReactNode, Suspense, useRef } from 'react';
import { slideText, SUMMARY_MAX } from '@sergak/contract/library/slide-doc.rules.ts';
import type { SlideDoc } from '@sergak/contract/library/slide-doc.schema.ts';
import { formatNumber } from '../../shared/format.ts';
import { useField } from '../../shared/forms/form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { lazy } from '../../shared/ui/lazy.tsx';
import css from './editor.module.css';

const TextEditor = lazy(() => import('./slides/text-editor.tsx'));

/** The page of a course that learners print, inside a form: the text of slides without what opens or plays. */
export const SummaryField = (): ReactNode => {
  const t = useT('library__editor');
  const tooLong = t('field.summary_long', { max: formatNumber(SUMMARY_MAX) });
  const { field, error } = useField<SlideDoc>({
    name: 'summary',
    check: (doc) => (slideText(doc).length > SUMMARY_MAX ? tooLong : undefined),
    eager: true,
  });
  const now = JSON.stringify(field.value);
  // The editor reads its document once; a value that it did not write itself makes it read again.
  const known = useRef({ text: now, reads: 0 });
  if (known.current.text !== now) known.current = { text: now, reads: known.current.reads + 1 };
  return (
    <Input.Wrapper label={t('field.summary')} description={t('field.summary_hint')} error={error} labelElement="div">
      <div className={css['summary']} onBlur={field.onBlur}>
        <Suspense fallback={<Skeleton height={180} radius={12} aria-hidden />}>
          <TextEditor
            key={known.current.reads}
            moduleId={null}
            doc={field.value}
            label={t('field.summary')}
            onChange={(doc) => {
              known.current.text = JSON.stringify(doc);
              field.onChange(doc);
            }}
          />
        </Suspense>
      </div>
    </Input.Wrapper>
  );
};
