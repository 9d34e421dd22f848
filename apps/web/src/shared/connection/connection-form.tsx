import type { UseMutationResult } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { FormCall } from '../forms/form-schemas.ts';
import { Form, useForm } from '../forms/form.tsx';
import { UnsavedGuard } from '../forms/guard.tsx';
import { isProofError } from '../forms/own-proof.tsx';
import { ProofDialog } from '../forms/proof-dialog.tsx';
import type { FieldsByErrorCode } from '../forms/rejections.ts';
import { FormSaveBar } from '../forms/save-bar.tsx';
import { SaveError } from '../forms/save-error.tsx';
import { useT } from '../i18n/use-t.ts';
import { refresh } from '../query.ts';
import { showToast } from '../toasts.ts';
import { Section } from '../ui/section.tsx';
import css from './connection.module.css';

type Proof = { readonly password?: string };
type Write<I, O> = Pick<
  UseMutationResult<O, unknown, I>,
  'mutate' | 'reset' | 'error' | 'isPending' | 'data' | 'variables'
>;

/** The calls and texts of a connection. V: fields of the form, S: stored settings, I: input of save, T: input of the test. */
type ConnectionKind<V extends FieldValues, S extends { version: number }, I, T, D> = {
  /** The call whose schemas check the fields. */
  readonly call: FormCall;
  readonly stored: S;
  readonly valuesOf: (stored: S) => V;
  readonly read: () => Promise<S>;
  /** Family of cached reads that follow a reload. */
  readonly family: string;
  readonly save: Write<I, S>;
  readonly inputOf: (values: V, version: number, proof: Proof) => I;
  readonly test: Write<T, D>;
  readonly testOf: (values: V) => T;
  readonly savedText: (stored: S) => string;
  /** Whether these values are saved only with a proof of identity. */
  readonly needsProof: (values: V) => boolean;
  readonly proofTexts?: { readonly title: string; readonly text: string; readonly action: string };
};

/**
 * State of the form of a connection: it loads the stored values, saves over the version that they have, asks for a proof of identity
 * first if the values need one, and tests without saving. Returns the parts that each such form shows.
 */
export const useConnectionForm = <V extends FieldValues, S extends { version: number }, I, T, D>(
  kind: ConnectionKind<V, S, I, T, D>,
) => {
  const { stored, valuesOf, read, save, test, inputOf, needsProof } = kind;
  const t = useT('connection');
  const form = useForm<V>(valuesOf(stored) as DefaultValues<V> & V);
  const [base, setBase] = useState(stored);
  /** Values that wait for a proof of identity, and the version that they replace. */
  const [waiting, setWaiting] = useState<{ readonly values: V; readonly over: number }>();
  const accept = (next: S): void => {
    setBase(next);
    form.reset(valuesOf(next));
  };
  const write = (values: V, over: number, proof: Proof = {}): void =>
    save.mutate(inputOf(values, over, proof), {
      onSuccess: (next) => {
        accept(next);
        setWaiting(undefined);
        showToast({ kind: 'success', text: kind.savedText(next) });
      },
      // A failed proof is shown in the dialog; everything else needs the form.
      onError: (error) => isProofError(error) || setWaiting(undefined),
    });
  const submit = (values: V, over = base.version): void =>
    needsProof(values) ? setWaiting({ values, over }) : write(values, over);
  const takeTheirs = async (): Promise<void> => {
    save.reset();
    accept(await read());
    await refresh(kind.family);
  };
  const overwrite = async (): Promise<void> => submit(form.getValues(), (await read()).version);
  const isAsking = waiting !== undefined;
  return {
    form,
    base,
    submit,
    testButton: (
      <Button
        variant="default"
        loading={test.isPending}
        onClick={() => void form.handleSubmit((values) => test.mutate(kind.testOf(values)))()}
      >
        {t('test')}
      </Button>
    ),
    /** The error of saving or testing. `fields`: the fields that error codes concern. */
    failure: (fields: FieldsByErrorCode = {}): ReactNode => (
      <SaveError
        error={isAsking || isProofError(save.error) ? null : (save.error ?? test.error)}
        busy={save.isPending}
        onTheirs={() => void takeTheirs()}
        onMine={() => void overwrite()}
        fields={{ 'connection.ca_invalid': 'ca', 'connection.address_rejected': 'host', ...fields }}
      />
    ),
    /** Dialog, bar and guard at the end of the form. */
    end: (
      <>
        {kind.proofTexts && (
          <ProofDialog
            opened={isAsking}
            danger={false}
            title={kind.proofTexts.title}
            action={kind.proofTexts.action}
            busy={save.isPending}
            error={isProofError(save.error) ? save.error : null}
            onConfirm={(proof) => write(waiting!.values, waiting!.over, proof)}
            onClose={() => {
              setWaiting(undefined);
              save.reset();
            }}
          >
            {kind.proofTexts.text}
          </ProofDialog>
        )}
        <FormSaveBar busy={save.isPending} onDrop={save.reset} />
        <UnsavedGuard dirty={form.formState.isDirty} />
      </>
    ),
  };
};

type Props<V extends FieldValues, S extends { version: number }, I, T, D> = {
  kind: ConnectionKind<V, S, I, T, D>;
  title: string;
  hint: string;
  /** The fields; they get the stored settings that the form began with. */
  children: (base: S) => ReactNode;
  errorFields?: FieldsByErrorCode;
  /** The outcome of the last test; undefined while it runs. */
  diagnosis: (outcome: D | undefined, tested: T | undefined) => ReactNode;
};
/** The form of a connection in one section: its fields, their test, and saving. */
export const ConnectionForm = <V extends FieldValues, S extends { version: number }, I, T, D>(
  props: Props<V, S, I, T, D>,
): ReactNode => {
  const { kind, children, diagnosis } = props;
  const { test } = kind;
  const { form, base, submit, testButton, failure, end } = useConnectionForm(kind);
  return (
    <Form form={form} call={kind.call} onSubmit={(values) => submit(values)} className={css['server']!}>
      <Section title={props.title} hint={props.hint}>
        {children(base)}
        {failure(props.errorFields)}
        <div className={css['form-foot']}>{testButton}</div>
      </Section>
      {(test.isPending || test.data !== undefined) && diagnosis(test.isPending ? undefined : test.data, test.variables)}
      {end}
    </Form>
  );
};
