import { ActionIcon, Button, Checkbox, CloseButton, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconCornerLeftUp,
  IconTrash,
} from '@tabler/icons-react';
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

/** What the canvas shows for a style of a part, including what it inherits. */
const computedOf = (part: Component, name: string): string => {
  const el = part.getEl() as HTMLElement | undefined;
  return el?.ownerDocument.defaultView?.getComputedStyle(el).getPropertyValue(name) ?? '';
};
/** `rgb(…)` as a colour field takes it; empty for a transparent colour. */
const hexOf = (colour: string): string => {
  const [red, green, blue, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  if (red === undefined || green === undefined || blue === undefined || alpha === 0) return '';
  return `#${[red, green, blue].map((one) => Math.round(one).toString(16).padStart(2, '0')).join('')}`;
};
/** The colour that the part itself sets, in its style or by the attribute of old email code. */
const ownColour = (part: Component, name: string): string => {
  const style = (part.getEl() as HTMLElement | undefined)?.style.getPropertyValue(name) ?? '';
  if (style === 'transparent' || style === 'inherit') return '';
  return style || (name === 'background-color' ? String(part.getAttributes()['bgcolor'] ?? '') : '');
};
const ColourField = ({ part, name, label }: FieldProps): ReactNode => {
  const t = useT('phishing__editor');
  const read = () => ({ own: ownColour(part, name) !== '', hex: hexOf(computedOf(part, name)) });
  const [{ own, hex }, setShown] = useState(read);
  const clear = (): void => {
    part.removeStyle(name);
    if (name === 'background-color') part.removeAttributes('bgcolor');
    // A shorthand such as `background` may still set the colour.
    if (ownColour(part, name) !== '') part.addStyle({ [name]: name === 'color' ? 'inherit' : 'transparent' });
    setShown(read());
  };
  return (
    <TextInput
      size="xs"
      type="color"
      label={label}
      description={own ? undefined : t('visual.colour_unset')}
      inputWrapperOrder={['label', 'input', 'description']}
      value={hex || '#ffffff'}
      onChange={(event) => {
        const next = event.currentTarget.value;
        part.addStyle({ [name]: next });
        setShown({ own: true, hex: next });
      }}
      rightSection={
        own && <CloseButton size="xs" aria-label={t('visual.colour_remove', { name: label })} onClick={clear} />
      }
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

const alignments = [
  ['left', IconAlignLeft],
  ['center', IconAlignCenter],
  ['right', IconAlignRight],
] as const;
/** `start`, and `-webkit-center` of the `align` attribute, as the three values of the panel; empty for another value. */
const alignOf = (part: Component): string => {
  const computed = computedOf(part, 'text-align').replace('-webkit-', '');
  const value = { start: 'left', end: 'right' }[computed] ?? computed;
  return alignments.some(([one]) => one === value) ? value : '';
};
const Looks = ({ part }: { part: Component }): ReactNode => {
  const t = useT('phishing__editor');
  const [align, setAlign] = useState(() => alignOf(part));
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
        data={alignments.map(([value, Mark]) => ({
          value,
          label: (
            <span className={css['align']} title={t(`visual.${value}`)}>
              <Mark size={16} stroke={1.8} aria-hidden />
              <span className="sr-only">{t(`visual.${value}`)}</span>
            </span>
          ),
        }))}
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
