import { TextInput } from '@mantine/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Fault } from '@sergak/contract/phishing/phishing.rules.ts';
import type { ReplacedPicture } from '@sergak/contract/phishing/pictures.endpoints.ts';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { failedWith } from '../../shared/api-error.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useLeaving } from '../../shared/forms/leaving.tsx';
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
  error: unknown;
  /** Returns the id of the stored page; null if saving failed. */
  onSave: (values: Values, changed: Partial<Values>, version: number | undefined) => Promise<string | null>;
  onSaved: (id: string) => void;
  onClose: () => void;
  /** Which emails lead to the page. */
  emails?: ReactNode;
  /** More buttons of the save bar. */
  tools?: ReactNode;
};

const valuesOf = ({ name, html }: Values): Values => ({ name, html });

/** Edits a page that has a name and HTML. */
export const NamedHtmlEditor = (props: Props): ReactNode => {
  const { kind, nameLabel, hint, saving, faultsOf, warningsOf, busy, error, onSave, onSaved, onClose } = props;
  const t = useT('phishing');
  const [start, setStart] = useState<Values>(() =>
    saving.base ? valuesOf(saving.base) : { name: '', html: props.start },
  );
  const [values, setValues] = useState(start);
  const { name, html } = values;
  const faults = useMemo(() => faultsOf(html), [faultsOf, html]);
  const warnings = useMemo(() => warningsOf(html), [warningsOf, html]);
  const changed = changedOf(values, start);
  const changes = Object.keys(changed).length;
  const { theirs } = saving;
  const held =
    name.trim() === '' ? t('commons:save_bar.required') : faults.length > 0 ? t('commons:save_bar.wrong') : undefined;
  const stored = useRef('');
  const save = async (version = saving.base?.version): Promise<boolean> => {
    const id = await onSave(values, changed, version);
    if (id === null) return false;
    stored.current = id;
    setStart(values);
    return true;
  };
  const leaving = useLeaving({ dirty: changes > 0, held, save });
  const close = (): void => onSaved(stored.current);
  return (
    <div className={css['editing']}>
      {leaving.question}
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
          onOverwrite={() => leaving.saveAndLeave(close, () => save(theirs.version))}
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
      {props.emails}
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
        reason={held === undefined ? undefined : { text: held }}
        onSave={() => leaving.saveAndLeave(close)}
        onDrop={() => leaving.drop(onClose)}
        tools={props.tools}
      />
    </div>
  );
};
