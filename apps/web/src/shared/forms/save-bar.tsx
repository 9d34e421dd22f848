import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useT } from '../i18n/use-t.ts';
import { bottomBarRef } from '../ui/bottom-bar.ts';
import css from './save-bar.module.css';

type Reason = {
  /** The reason why the changes cannot be saved. */
  readonly text: string;
  /** Opens the place where the person can resolve the reason. */
  readonly onClick?: () => void;
  /** The button stays live, and what it calls shows the reason at its place. */
  readonly live?: true;
};

type Props = {
  /** Number of changed fields. The bar is shown only while there are any. */
  changes: number;
  /** Shows the bar without changes too, as the way out of an editor: «Отмена» there leaves the editor. */
  stays?: boolean;
  busy: boolean;
  /** Omitted in a form, where the button submits the form. */
  onSave?: () => void;
  onDrop: () => void;
  /** Shows this reason, and disables saving unless it is `live`. */
  reason?: Reason | undefined;
  /** Label of the primary button, «Сохранить» by default. */
  action?: string;
  /** Text about the effect of saving, and the error of the last attempt. */
  children?: ReactNode;
  /** More buttons, before «Отмена» and the primary one. */
  tools?: ReactNode;
};

/** Sticks to the bottom of a long form with unsaved changes: number of changes, discard, save. */
export const SaveBar = ({
  changes,
  stays = false,
  busy,
  onSave,
  onDrop,
  reason,
  action,
  children,
  tools,
}: Props): ReactNode => {
  const t = useT('commons');
  const id = useId();
  if (changes === 0 && !stays) return null;
  return (
    <div className={css['bar']} role="region" aria-label={t('save_bar.label')} ref={bottomBarRef}>
      <div className={css['words']}>
        <strong aria-live="polite">{changes > 0 && t('save_bar.changes', { count: changes })}</strong>
        {children}
        {reason !== undefined &&
          (reason.onClick === undefined ? (
            <span id={id} className={css['reason']}>
              {reason.text}
            </span>
          ) : (
            <button id={id} type="button" className={css['reason']} onClick={reason.onClick}>
              {reason.text}
            </button>
          ))}
      </div>
      {tools}
      <Button variant="default" disabled={busy} onClick={onDrop}>
        {t(stays ? 'cancel' : 'save_bar.drop')}
      </Button>
      <Button
        {...(onSave === undefined ? { type: 'submit' } : { onClick: onSave })}
        loading={busy}
        disabled={reason !== undefined && reason.live !== true}
        {...(reason !== undefined && { 'aria-describedby': id })}
      >
        {action ?? t('save')}
      </Button>
    </div>
  );
};

/** The save bar of a form: counts the changed fields. While a field is invalid, a press on it moves the focus to that field. */
export const FormSaveBar = ({
  onDrop,
  held,
  ...rest
}: Omit<Props, 'changes' | 'stays' | 'reason' | 'onSave' | 'onDrop'> & {
  /** Called before the form returns to its stored values. */
  onDrop?: () => void;
  /** A reason other than an invalid field why the form cannot be saved now. */
  held?: string | undefined;
}): ReactNode => {
  const t = useT('commons');
  const { reset } = useFormContext();
  const { dirtyFields, isValid } = useFormState();
  const reason: Reason | undefined =
    held !== undefined ? { text: held } : isValid ? undefined : { text: t('save_bar.wrong'), live: true };
  return (
    <SaveBar
      {...rest}
      changes={Object.keys(dirtyFields).length}
      reason={reason}
      onDrop={() => {
        onDrop?.();
        reset();
      }}
    />
  );
};
