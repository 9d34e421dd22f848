import { TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Fault } from '@sergak/contract/phishing/phishing.rules.ts';
import type { ReplacedPicture } from '@sergak/contract/phishing/pictures.endpoints.ts';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { failedWith } from '../../shared/api-error.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { UnsavedGuard } from '../../shared/forms/guard.tsx';
import { SaveBar } from '../../shared/forms/save-bar.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { HtmlEditor } from './html-editor.tsx';
import css from './phishing.module.css';
import type { PictureOwner } from './picture-library.tsx';
import { TextStale } from './text-stale.tsx';
import { changedOf } from './use-html-saving.ts';

type Values = { readonly name: string; readonly html: string };
type Stored = Values & { readonly version: number };
type Props = {
  kind: 'page' | 'redirect';
  nameLabel: string;
  hint?: string;
  /** The HTML of a new page. */
  start: string;
  /** The stored page that the editor began with, null for a new one, and a newer one that another person saved. */
  saving: {
    readonly base: Stored | null;
    readonly theirs: Stored | null;
    readonly take: () => void;
    readonly follow: (made: ReplacedPicture) => void;
  };
  /** The library of pictures; null while its owner is not stored. */
  pictures: PictureOwner | null;
  variables: readonly string[];
  faultsOf: (html: string) => readonly Fault[];
  warningsOf: (html: string) => readonly Fault[];
  busy: boolean;
  saved: boolean;
  error: unknown;
  onSave: (values: Values, changed: Partial<Values>, version: number | undefined) => void;
  /** Called once it is saved and leaving asks no more. */
  onSaved: () => void;
  onClose: () => void;
  /** More buttons of the save bar. */
  tools?: ReactNode;
};

const valuesOf = ({ name, html }: Values): Values => ({ name, html });

/** Edits a page that has a name and HTML. */
export const NamedHtmlEditor = (props: Props): ReactNode => {
  const { kind, nameLabel, hint, saving, faultsOf, warningsOf, busy, saved, error, onSave, onClose } = props;
  const t = useT('phishing');
  const [start, setStart] = useState<Values>(() =>
    saving.base ? valuesOf(saving.base) : { name: '', html: props.start },
  );
  const [values, setValues] = useState(start);
  const { name, html } = values;
  const leave = useRef(props.onSaved);
  leave.current = props.onSaved;
  useEffect(() => {
    if (saved) leave.current();
  }, [saved]);
  const faults = useMemo(() => faultsOf(html), [faultsOf, html]);
  const warnings = useMemo(() => warningsOf(html), [warningsOf, html]);
  const changed = changedOf(values, start);
  const changes = Object.keys(changed).length;
  const { theirs } = saving;
  const reason =
    name.trim() === '' ? t('commons:save_bar.required') : faults.length > 0 ? t('commons:save_bar.wrong') : undefined;
  return (
    <div className={css['editing']}>
      <UnsavedGuard dirty={changes > 0 && !busy && !saved} />
      {theirs && (
        <TextStale
          fields={[
            ['name', nameLabel, start.name, theirs.name, name],
            ['html', t('field.page_html'), start.html, theirs.html, html],
          ]}
          busy={busy}
          onTake={() => {
            setStart(valuesOf(theirs));
            setValues(valuesOf(theirs));
            saving.take();
          }}
          onOverwrite={() => onSave(values, changed, theirs.version)}
        />
      )}
      <TextInput
        label={nameLabel}
        withAsterisk
        maxLength={TITLE_MAX}
        value={name}
        onChange={(e) => setValues({ ...values, name: e.currentTarget.value })}
      />
      {hint !== undefined && <p className="quiet">{hint}</p>}
      <HtmlEditor
        kind={kind}
        label={t('field.page_html')}
        value={html}
        variables={props.variables}
        faults={faults}
        warnings={warnings}
        onChange={(next) => setValues((now) => ({ ...now, html: next }))}
        pictures={props.pictures}
        onReplaced={saving.follow}
      />
      {!failedWith(error, 'common.stale_version') && <FormError error={error} />}
      <SaveBar
        changes={changes}
        stays
        busy={busy}
        action={t('editor.save_page')}
        reason={reason === undefined ? undefined : { text: reason }}
        onSave={() => onSave(values, changed, saving.base?.version)}
        onDrop={onClose}
        tools={props.tools}
      />
    </div>
  );
};
