import { ActionIcon, Checkbox, Radio, TextInput } from '@mantine/core';
import { IconMessage2 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { PART_TEXT_MAX, PARTS_MIN, QUESTION_TEXT_MAX } from '@sergak/contract/library/questions.rules.ts';
import { useT } from '../../../shared/i18n/use-t.ts';
import { PartRows } from './part-rows.tsx';
import {
  newAccepted,
  newOption,
  newPair,
  newPart,
  type OptionValue,
  type PartValue,
  type QuestionValues,
} from './question-draft.ts';
import { QuestionPicture } from './question-picture.tsx';
import css from './questions.module.css';

type Props = {
  moduleId: string;
  values: QuestionValues;
  onChange: (change: Partial<QuestionValues>) => void;
  /** The sentence about a field that has been touched. */
  errorOf: (field: string) => string | undefined;
  onTouch: (field: string) => void;
};
type Own = Omit<Props, 'values' | 'onChange'>;

type TextProps = Own & { field: string; label: string; part: PartValue; onPart: (next: PartValue) => void };
const PartText = ({ field, label, part, onPart, errorOf, onTouch }: TextProps): ReactNode => (
  <TextInput
    aria-label={label}
    placeholder={label}
    value={part.text}
    maxLength={PART_TEXT_MAX}
    error={errorOf(`${field}.text`)}
    onChange={(e) => onPart({ ...part, text: e.currentTarget.value })}
    onBlur={() => onTouch(`${field}.text`)}
  />
);

const PartPicture = ({ moduleId, field, label, part, onPart, errorOf, onTouch }: TextProps): ReactNode => (
  <QuestionPicture
    moduleId={moduleId}
    picture={part}
    owner={label}
    small
    error={errorOf(`${field}.image_alt`)}
    onChange={(picture) => onPart({ ...part, ...picture })}
    onBlur={() => onTouch(`${field}.image_alt`)}
  />
);

type OptionProps = Own & {
  field: string;
  label: string;
  option: OptionValue;
  one: boolean;
  onOption: (next: OptionValue) => void;
  onRight: (correct: boolean) => void;
};
const Option = ({ field, label, option, one, onOption, onRight, ...own }: OptionProps): ReactNode => {
  const t = useT('library__questions');
  const [open, setOpen] = useState(option.explanation !== '');
  const text = { ...own, field, label, part: option, onPart: (part: PartValue) => onOption({ ...option, ...part }) };
  const Mark = one ? Radio : Checkbox;
  return (
    <>
      <Mark
        className={css['right']!}
        checked={option.correct}
        aria-label={t('part.right', { name: label })}
        onChange={(e) => onRight(e.currentTarget.checked)}
      />
      <PartText {...text} />
      <ActionIcon
        variant="subtle"
        color={option.explanation === '' ? 'gray' : 'brand'}
        size="lg"
        aria-expanded={open}
        aria-label={t('part.note', { name: label })}
        title={t('part.note', { name: label })}
        onClick={() => setOpen(!open)}
      >
        <IconMessage2 size={18} aria-hidden />
      </ActionIcon>
      <PartPicture {...text} />
      {open && (
        <TextInput
          className={css['wide']!}
          aria-label={t('part.note', { name: label })}
          placeholder={t('part.note_hint')}
          value={option.explanation}
          maxLength={QUESTION_TEXT_MAX}
          error={own.errorOf(`${field}.explanation`)}
          onChange={(e) => onOption({ ...option, explanation: e.currentTarget.value })}
        />
      )}
    </>
  );
};

const Options = ({ values, onChange, ...own }: Props): ReactNode => {
  const t = useT('library__questions');
  const one = values.type === 'single';
  const nameOf = (index: number) => t('part.option', { n: index + 1 });
  const setRight = (id: string, correct: boolean): void => {
    own.onTouch('body.options');
    onChange({
      options: values.options.map((option) =>
        option.id === id ? { ...option, correct } : one && correct ? { ...option, correct: false } : option,
      ),
    });
  };
  return (
    <PartRows
      label={t(one ? 'editor.options_one' : 'editor.options_many')}
      rows={values.options}
      least={PARTS_MIN}
      add={t('part.add_option')}
      make={newOption}
      nameOf={nameOf}
      error={own.errorOf('body.options')}
      onChange={(options) => onChange({ options })}
    >
      {(option, index, change) => (
        <Option
          {...own}
          field={`body.options.${index}`}
          label={nameOf(index)}
          option={option}
          one={one}
          onOption={change}
          onRight={(correct) => setRight(option.id, correct)}
        />
      )}
    </PartRows>
  );
};

const Items = ({ values, onChange, ...own }: Props): ReactNode => {
  const t = useT('library__questions');
  const nameOf = (index: number) => t('part.item', { n: index + 1 });
  return (
    <PartRows
      label={t('editor.items')}
      rows={values.items}
      least={PARTS_MIN}
      add={t('part.add_item')}
      make={newPart}
      nameOf={nameOf}
      error={own.errorOf('body.items')}
      onChange={(items) => onChange({ items })}
    >
      {(item, index, change) => {
        const text = { ...own, field: `body.items.${index}`, label: nameOf(index), part: item, onPart: change };
        return (
          <>
            <span className={css['place']} aria-hidden>
              {index + 1}
            </span>
            <PartText {...text} />
            <PartPicture {...text} />
          </>
        );
      }}
    </PartRows>
  );
};

const Pairs = ({ values, onChange, ...own }: Props): ReactNode => {
  const t = useT('library__questions');
  return (
    <PartRows
      label={t('editor.pairs')}
      rows={values.pairs}
      least={PARTS_MIN}
      add={t('part.add_pair')}
      make={newPair}
      nameOf={(index) => t('part.pair', { n: index + 1 })}
      error={own.errorOf('body.pairs')}
      onChange={(pairs) => onChange({ pairs })}
    >
      {(pair, index, change) => {
        const field = `body.pairs.${index}`;
        const left = {
          ...own,
          field: `${field}.left`,
          label: t('part.left', { n: index + 1 }),
          part: pair.left,
          onPart: (part: PartValue) => change({ ...pair, left: part }),
        };
        return (
          <>
            <PartText {...left} />
            <span className={css['equals']} aria-hidden>
              —
            </span>
            <PartText
              {...own}
              field={`${field}.right`}
              label={t('part.right_side', { n: index + 1 })}
              part={pair.right}
              onPart={(right) => change({ ...pair, right })}
            />
            <PartPicture {...left} />
          </>
        );
      }}
    </PartRows>
  );
};

const Accepted = ({ values, onChange, errorOf, onTouch }: Props): ReactNode => {
  const t = useT('library__questions');
  const nameOf = (index: number) => t('part.accepted', { n: index + 1 });
  return (
    <PartRows
      label={t('editor.accepted')}
      rows={values.accepted}
      least={1}
      add={t('part.add_accepted')}
      make={newAccepted}
      nameOf={nameOf}
      error={errorOf('body.accepted')}
      onChange={(accepted) => onChange({ accepted })}
    >
      {(one, index, change) => (
        <TextInput
          aria-label={nameOf(index)}
          placeholder={nameOf(index)}
          value={one.text}
          maxLength={PART_TEXT_MAX}
          error={errorOf(`body.accepted.${index}`)}
          onChange={(e) => change({ ...one, text: e.currentTarget.value })}
          onBlur={() => onTouch(`body.accepted.${index}`)}
        />
      )}
    </PartRows>
  );
};

const editors = { single: Options, multiple: Options, ordering: Items, matching: Pairs, short: Accepted } as const;

/** The answers of a question, by its type. */
export const QuestionParts = (props: Props): ReactNode => {
  const Editor = editors[props.values.type];
  return <Editor {...props} />;
};
