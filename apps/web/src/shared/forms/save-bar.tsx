import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useT } from '../i18n/use-t.ts';
import { keepClear } from '../ui/keep-clear.ts';
import css from './save-bar.module.css';

type Reason = {
  /** Why the changes cannot be saved as they are. */
  readonly text: string;
  /** Opens the place where the reason can be removed. */
  readonly onClick?: () => void;
};

type Props = {
  /** Number of changed fields. The bar is shown only while there are any. */
  changes: number;
  /** The bar is shown without changes too, as the way out of an editor: «Отмена» there leaves the editor. */
  stays?: boolean;
  busy: boolean;
  /** Omitted in a form, where the button submits it. */
  onSave?: () => void;
  onDrop: () => void;
  /** Disables saving and says why. */
  reason?: Reason | undefined;
  /** Label of the primary button, «Сохранить» by default. */
  action?: string;
  /** What saving would do, and why it failed the last time. */
  children?: ReactNode;
  /** Further buttons, before the two. */
  tools?: ReactNode;
};

/** Sticks to the bottom of a long form while something in it is not saved: how much is changed, discard, save. */
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
    <div className={css['bar']} role="region" aria-label={t('save_bar.label')} ref={keepClear}>
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
        disabled={reason !== undefined}
        {...(reason !== undefined && { 'aria-describedby': id })}
      >
        {action ?? t('save')}
      </Button>
    </div>
  );
};

/** The bar of a form: counts the changed fields, and does not save while a field is wrong. */
export const FormSaveBar = ({
  onDrop,
  held,
  ...rest
}: Omit<Props, 'changes' | 'stays' | 'reason' | 'onSave' | 'onDrop'> & {
  /** Called before the form returns to its stored values. */
  onDrop?: () => void;
  /** Another reason than a wrong field that the form cannot be saved now. */
  held?: string | undefined;
}): ReactNode => {
  const t = useT('commons');
  const { reset } = useFormContext();
  const { dirtyFields, isValid } = useFormState();
  const text = held ?? (isValid ? undefined : t('save_bar.wrong'));
  return (
    <SaveBar
      {...rest}
      changes={Object.keys(dirtyFields).length}
      reason={text === undefined ? undefined : { text }}
      onDrop={() => {
        onDrop?.();
        reset();
      }}
    />
  );
};
