import { ActionIcon, Button, Checkbox, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconCornerLeftUp, IconTrash } from '@tabler/icons-react';
import type { Component } from 'grapesjs';
import { type ReactNode, useState } from 'react';
import { pageFields } from '@sergak/contract/phishing/phishing.rules.ts';
import { useT } from '../../../shared/i18n/use-t.ts';
import { Select } from '../../../shared/ui/select.tsx';
import css from './editor.module.css';
import type { PickPicture } from './blocks.ts';

type FieldProps = { part: Component; name: string; label: string };
/** One attribute of a part; an empty value removes it, except of `alt`. */
const AttributeField = ({ part, name, label }: FieldProps): ReactNode => {
  const [value, setValue] = useState(String(part.getAttributes()[name] ?? ''));
  return (
    <TextInput
      size="xs"
      label={label}
      value={value}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setValue(next);
        if (next === '' && name !== 'alt') part.removeAttributes(name);
        else part.addAttributes({ [name]: next });
      }}
    />
  );
};

const hexOf = (colour: unknown): string => (/^#[0-9a-f]{6}$/i.test(String(colour)) ? String(colour) : '#000000');
const ColourField = ({ part, name, label }: FieldProps): ReactNode => {
  const [value, setValue] = useState(hexOf(part.getStyle()[name]));
  return (
    <TextInput
      size="xs"
      type="color"
      label={label}
      value={value}
      onChange={(event) => {
        setValue(event.currentTarget.value);
        part.addStyle({ [name]: event.currentTarget.value });
      }}
    />
  );
};
const SizeField = ({ part, name, label }: FieldProps): ReactNode => {
  const [value, setValue] = useState<number | string>(Number.parseInt(String(part.getStyle()[name] ?? ''), 10) || '');
  return (
    <NumberInput
      size="xs"
      label={label}
      min={0}
      max={600}
      value={value}
      onChange={(next) => {
        setValue(next);
        if (next === '') part.removeStyle(name);
        else part.addStyle({ [name]: `${next}px` });
      }}
    />
  );
};

const Looks = ({ part }: { part: Component }): ReactNode => {
  const t = useT('phishing__editor');
  const [align, setAlign] = useState(String(part.getStyle()['text-align'] ?? 'left'));
  return (
    <>
      <ColourField part={part} name="color" label={t('visual.color')} />
      <ColourField part={part} name="background-color" label={t('visual.background')} />
      <SizeField part={part} name="font-size" label={t('visual.font_size')} />
      <SizeField part={part} name="padding" label={t('visual.padding')} />
      <SegmentedControl
        size="xs"
        aria-label={t('visual.align')}
        value={align}
        onChange={(next) => {
          setAlign(next);
          part.addStyle({ 'text-align': next });
        }}
        data={(['left', 'center', 'right'] as const).map((one) => ({ value: one, label: t(`visual.${one}`) }))}
      />
    </>
  );
};

const InputFields = ({ part }: { part: Component }): ReactNode => {
  const t = useT('phishing__editor');
  const attributes = part.getAttributes();
  const [kind, setKind] = useState(String(attributes['data-field'] ?? ''));
  const [required, setRequired] = useState('required' in attributes);
  return (
    <>
      <Select
        size="xs"
        label={t('visual.field_kind')}
        value={kind === '' ? null : kind}
        onChange={(next) => {
          setKind(next ?? '');
          if (next) part.addAttributes({ 'data-field': next });
        }}
        data={pageFields.map((one) => ({ value: one, label: t(`visual.field.${one}`) }))}
      />
      <AttributeField part={part} name="placeholder" label={t('visual.placeholder')} />
      <Checkbox
        size="xs"
        label={t('visual.required')}
        checked={required}
        onChange={(event) => {
          setRequired(event.currentTarget.checked);
          if (event.currentTarget.checked) part.addAttributes({ required: '' });
          else part.removeAttributes('required');
        }}
      />
    </>
  );
};

const Moves = ({ part, onSelect }: { part: Component; onSelect: (part: Component) => void }): ReactNode => {
  const t = useT('phishing__editor');
  const parent = part.parent();
  const move = (by: number): void => {
    const others = parent!.components().filter((one) => !one.is('textnode') && !one.is('comment'));
    const next = others[others.indexOf(part) + by];
    if (next) part.move(parent!, { at: next.index() + (by > 0 ? 1 : 0) });
  };
  const actions = [
    ['parent', IconCornerLeftUp, () => onSelect(parent!)],
    ['up', IconArrowUp, () => move(-1)],
    ['down', IconArrowDown, () => move(1)],
    ['copy', IconCopy, () => void parent!.append(part.clone(), { at: part.index() + 1 })],
    ['remove', IconTrash, () => void part.remove()],
  ] as const;
  return (
    <div className={css['moves']} role="group" aria-label={t('visual.part_actions')}>
      {actions.map(([name, Mark, run]) => (
        <ActionIcon key={name} variant="subtle" color="gray" aria-label={t(`visual.${name}`)} onClick={run}>
          <Mark size={17} stroke={1.7} />
        </ActionIcon>
      ))}
    </div>
  );
};

type Props = {
  part: Component | null;
  onPickPicture: PickPicture | undefined;
  onSelect: (part: Component) => void;
};
/** Properties of the selected part. */
export const PartPanel = ({ part, onPickPicture, onSelect }: Props): ReactNode => {
  const t = useT('phishing__editor');
  const isPart = part !== null && !part.is('wrapper');
  const tag = part?.get('tagName');
  return (
    <div className={css['properties']} role="group" aria-label={t('visual.properties')}>
      {!isPart ? (
        <p className="quiet">{t('visual.nothing_selected')}</p>
      ) : (
        <>
          <strong>{part.getName()}</strong>
          <Moves part={part} onSelect={onSelect} />
          {tag === 'a' && <AttributeField part={part} name="href" label={t('visual.address')} />}
          {tag === 'img' && (
            <>
              {onPickPicture && (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() =>
                    void onPickPicture().then((chosen) => chosen && part.set('src', `/lk/files/${chosen.file_id}`))
                  }
                >
                  {t('visual.replace_picture')}
                </Button>
              )}
              <AttributeField part={part} name="alt" label={t('visual.alt')} />
              <AttributeField part={part} name="width" label={t('visual.width')} />
            </>
          )}
          {/^(?:input|select|textarea)$/.test(String(tag)) && <InputFields part={part} />}
          {tag !== 'img' && <Looks part={part} />}
        </>
      )}
    </div>
  );
};
