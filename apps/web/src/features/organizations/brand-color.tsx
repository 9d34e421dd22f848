import { TextInput } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { useField } from '../../shared/forms/form.tsx';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { contrast, rampOf } from '../../shared/theme/ramp.ts';
import { Section } from '../../shared/ui/section.tsx';
import css from './organization.module.css';

const READABLE = 4.5;
const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** The shades that the portal derives from a colour, and whether white text is readable on it. */
const Preview = ({ color }: { color: string }): ReactNode => {
  const t = useT('organizations');
  const ramp = rampOf(color);
  const own = contrast(color, '#ffffff');
  const style = { '--c6': ramp[6], '--c7': ramp[7], '--c8': ramp[8], '--c0': ramp[0] } as CSSProperties;
  return (
    <div className={css['preview']}>
      <p className={css['preview-title']}>{t('form.preview')}</p>
      <div className={css['ramp']} aria-hidden>
        {ramp.map((shade, i) => (
          <i key={i} style={{ background: shade }} />
        ))}
      </div>
      <div className={css['sample']} style={style}>
        <span className={css['sample-button']}>{t('form.preview_button')}</span>
        <span className={css['sample-link']}>{t('form.preview_link')}</span>
        <span className={css['sample-badge']}>{t('form.preview_badge')}</span>
      </div>
      <p className={css['contrast']} role="status">
        {own >= READABLE
          ? t('form.contrast_good', { ratio: formatNumber(own, 1) })
          : t('form.contrast_low', {
              ratio: formatNumber(own, 1),
              shade: ramp[6],
              solved: formatNumber(contrast(ramp[6], '#ffffff'), 1),
            })}
      </p>
    </div>
  );
};

/** The organisation's colour with a live preview. */
export const BrandColor = (): ReactNode => {
  const t = useT('organizations');
  const { field, error } = useField<string>({ name: 'brand_color', wrong: t('form.color_wrong') });
  const color = isColor(field.value) ? field.value : '#3dbc87';
  return (
    <Section part="color" title={t('form.look')} hint={t('form.look_hint')}>
      <div className={css['brand']}>
        <div className={css['color']}>
          <input
            type="color"
            className={css['swatch']}
            aria-label={t('form.color_pick')}
            value={color}
            onChange={(e) => field.onChange(e.currentTarget.value)}
          />
          <TextInput
            {...field}
            label={t('form.color')}
            error={error}
            maxLength={7}
            spellCheck={false}
            w={160}
            onChange={(e) => field.onChange(e.currentTarget.value.trim())}
          />
        </div>
        <Preview color={color} />
      </div>
    </Section>
  );
};
