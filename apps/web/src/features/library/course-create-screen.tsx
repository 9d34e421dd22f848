import { type ReactNode, useEffect, useState } from 'react';
import { COVER_BYTES } from '@sergak/contract/library/library.rules.ts';
import { DraftNotice } from '../../shared/forms/draft-notice.tsx';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, SubmitButton, useForm } from '../../shared/forms/form.tsx';
import { UnsavedGuard, useDraft } from '../../shared/forms/guard.tsx';
import { useLanguage, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo } from '../../shared/nav/nav.tsx';
import { useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { FileDrop } from '../../shared/ui/file-drop.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { CourseFields, type CourseValues, noSummary } from './course-form.tsx';
import { COVER_TYPES } from './course-cover.tsx';
import css from './editor.module.css';

/** A new course: its properties. Sections and themes are added on the next page. */
export default function CourseCreateScreen(): ReactNode {
  const t = useT('library__editor');
  const go = useGo();
  const me = useMe();
  const language = useLanguage();
  const empty: CourseValues = { title: '', description: '', minutes: 15, language, summary: noSummary };
  const draft = useDraft<CourseValues>(`course.${me.id}`);
  const form = useForm<CourseValues>({ ...empty, ...draft.kept });
  const [picture, setPicture] = useState<File | null>(null);
  const create = useWrite('library.create-course', { tip: 'tips:course.create', quiet: true });
  const { save } = draft;
  useEffect(() => {
    const watching = form.watch((values) => save(values as CourseValues));
    return () => watching.unsubscribe();
    // The draft's functions write to the same storage in every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [form]);
  const submit = (values: CourseValues): Promise<unknown> =>
    create.mutateAsync({ ...values, picture }).then(
      (made) => {
        draft.forget();
        go({ screen: 'learning.course-edit', params: { course_id: made.id } });
      },
      () => undefined,
    );
  return (
    <>
      <PageHead
        title={t('create.title')}
        trail={[
          <ScreenLink key="courses" screen="learning.courses">
            {t('trail.courses')}
          </ScreenLink>,
        ]}
      />
      <DraftNotice
        spaced
        draft={draft}
        onRestart={() => {
          draft.forget();
          form.reset(empty);
        }}
      />
      <Form form={form} call="library.create-course" onSubmit={submit} className={css['column']!}>
        {/* The typed values are kept as a draft, but a chosen picture is not. */}
        <UnsavedGuard dirty={picture !== null && !create.isPending && !create.isSuccess} />
        <Section title={t('properties.title')}>
          <CourseFields />
        </Section>
        <Section title={t('cover.title')} hint={t('cover.hint')}>
          <FileDrop
            label={t('cover.choose')}
            accept={COVER_TYPES}
            maxBytes={COVER_BYTES}
            file={picture}
            onFile={setPicture}
          />
        </Section>
        <FormError error={create.error} fields={{ 'file.type_rejected': 'picture' }} />
        <div className={css['foot']}>
          <ButtonLink variant="default" screen="learning.courses">
            {t('commons:cancel')}
          </ButtonLink>
          <SubmitButton busy={create.isPending} disabled={draft.unconfirmed}>
            {t('create.action')}
          </SubmitButton>
        </div>
      </Form>
    </>
  );
}
