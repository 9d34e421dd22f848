import { Skeleton, Textarea } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import type { Slide } from '@sergak/contract/library/library.schema.ts';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { failedWith } from '../../../shared/api-error.ts';
import { call } from '../../../shared/api.ts';
import { DraftNotice } from '../../../shared/forms/draft-notice.tsx';
import { FormError } from '../../../shared/forms/form-error.tsx';
import { useDraft } from '../../../shared/forms/guard.tsx';
import { useLeaving } from '../../../shared/forms/leaving.tsx';
import { SaveBar } from '../../../shared/forms/save-bar.tsx';
import { useT } from '../../../shared/i18n/use-t.ts';
import { useWrite } from '../../../shared/query.ts';
import { useMe } from '../../../shared/session.ts';
import { lazy } from '../../../shared/ui/lazy.tsx';
import { StaleChanges } from '../../../shared/ui/stale-changes.tsx';
import slideCss from '../slide.module.css';
import { changedFields, type SlideFields, fieldsOf } from './slide-fields.ts';
import { SlideSettings } from './slide-settings.tsx';
import { docFault, plainText } from './slide-doc.ts';
import css from './slides.module.css';

const TextEditor = lazy(() => import('./text-editor.tsx'));
const EXCERPT = 160;

/** A field as text, to show what somebody else changed. */
const shown = (slide: SlideFields, name: keyof SlideFields): string =>
  (name === 'doc' ? plainText(slide.doc) : String(slide[name] ?? '')).slice(0, EXCERPT) || '—';

type Base = { readonly fields: SlideFields; readonly version: number };
/** `base`: the slide that the author began with, to find what another person stores in between. */
type Draft = { readonly fields: SlideFields; readonly base: Base };
/** Query parameters whose change opens something else. */
const OPEN_THING = ['slide', 'tab'] as const;

/** Edits one slide. Changes are kept in the browser until they are saved; opening another slide saves them. */
export const SlideEditor = ({ moduleId, slide }: { moduleId: string; slide: Slide }): ReactNode => {
  const t = useT('library__slides');
  const draft = useDraft<Draft>(`slide.${useMe().id}.${slide.id}`);
  const [base, setBase] = useState<Base>(draft.kept?.base ?? { fields: fieldsOf(slide), version: slide.version });
  const [fields, setFields] = useState(draft.kept?.fields ?? base.fields);
  const [theirs, setTheirs] = useState<Slide | null>(null);
  // The text editor reads its document once; another number makes it read again.
  const [read, setRead] = useState(0);
  const changed = changedFields(base.fields, fields);
  const onlyAudioGone =
    fields.audio_path === null && changed.every((name) => name === 'audio_path' || name === 'transcript');
  const save = useWrite('library.update-slide', {
    tip: onlyAudioGone && changed.includes('audio_path') ? 'tips:slide.audio_delete' : 'tips:slide.update',
    quiet: true,
  });
  const change = (changes: Partial<SlideFields>): void => {
    const next = { ...fields, ...changes };
    setFields(next);
    draft.save({ fields: next, base });
  };
  const show = (stored: Slide): void => {
    draft.forget();
    setBase({ fields: fieldsOf(stored), version: stored.version });
    setFields(fieldsOf(stored));
    setTheirs(null);
    setRead(read + 1);
  };
  const missingAlt = fields.image_path !== null && fields.image_alt.trim() === '';
  const fault = missingAlt ? 'media.no_alt' : docFault(fields.doc);
  const held = fault !== undefined ? t(fault) : draft.unconfirmed ? t('commons:draft.check') : undefined;
  const store = async (version = base.version): Promise<boolean> => {
    const changedValues = Object.fromEntries(changed.map((name) => [name, fields[name]])) as Partial<SlideFields>;
    try {
      const stored = await save.mutateAsync({ id: moduleId, slideId: slide.id, version, ...changedValues });
      draft.forget();
      setBase({ fields, version: stored.version });
      setTheirs(null);
      return true;
    } catch (error) {
      if (failedWith(error, 'common.stale_version'))
        void call('library.slides', { id: moduleId }).then(({ data }) =>
          setTheirs(data.find((one) => one.id === slide.id) ?? null),
        );
      return false;
    }
  };
  const clean = changed.length === 0;
  // An unconfirmed draft is not sent, but stays in the browser.
  const dirty = !clean && !draft.unconfirmed;
  const leaving = useLeaving({ dirty, held, save: store, kept: true, within: OPEN_THING });
  return (
    <>
      {leaving.question}
      <DraftNotice draft={draft} onRestart={() => show(slide)} />
      {theirs !== null && (
        <StaleChanges
          title={t('stale.title')}
          same={t('stale.same')}
          busy={save.isPending}
          rows={changedFields(base.fields, fieldsOf(theirs)).map((name) => ({
            key: name,
            label: t(`field.${name}`),
            from: shown(base.fields, name),
            to: shown(theirs, name),
            mine: changed.includes(name) ? shown(fields, name) : undefined,
          }))}
          onTake={() => show(theirs)}
          onOverwrite={() => void store(theirs.version)}
        />
      )}
      <div className={css['work']}>
        <article
          className={`${slideCss['slide']} ${css['canvas']}`}
          data-layout={fields.image_path === null ? 'text' : fields.layout}
          onKeyDown={(event) => {
            if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            if (!clean && held === undefined) void store();
          }}
        >
          {fields.image_path !== null && (
            <img
              className={`${slideCss['picture']} ${css['picture']}`}
              src={fields.image_path}
              alt={fields.image_alt}
              width={1200}
              height={675}
            />
          )}
          <div className={slideCss['text']}>
            <Textarea
              autosize
              aria-label={t('field.title')}
              placeholder={t('field.title')}
              variant="unstyled"
              classNames={{ input: css['title']! }}
              maxLength={TITLE_MAX}
              value={fields.title}
              onChange={(event) => change({ title: event.currentTarget.value.replace(/\s*\n\s*/g, ' ') })}
            />
            <Suspense fallback={<Skeleton height={240} radius={12} aria-hidden />}>
              <TextEditor
                key={read}
                moduleId={moduleId}
                doc={fields.doc}
                label={t('field.doc')}
                onChange={(doc) => change({ doc })}
              />
            </Suspense>
          </div>
        </article>
        <SlideSettings moduleId={moduleId} slide={fields} onChange={change} />
      </div>
      <SaveBar
        changes={changed.length}
        busy={save.isPending}
        reason={held === undefined ? undefined : { text: held }}
        onSave={() => void store()}
        onDrop={() => show({ ...slide, ...base.fields, version: base.version })}
      >
        <FormError error={theirs === null ? save.error : null} />
      </SaveBar>
    </>
  );
};
