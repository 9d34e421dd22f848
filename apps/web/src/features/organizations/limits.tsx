import { Switch } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { APPROVAL_ABOVE_FIRST, maxEmailsPerWeek } from '@sergak/contract/organizations/organizations.rules.ts';
import { NumberField } from '../../shared/forms/number-field.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { usePart } from '../../shared/nav/part.ts';
import { Notice } from '../../shared/ui/notices.tsx';
import { Section } from '../../shared/ui/section.tsx';
import css from './organization.module.css';
import { OwnNetworks } from './own-networks.tsx';

/** Hours between two emails, and the resulting emails per week. */
const Spacing = (): ReactNode => {
  const t = useT('organizations');
  const [cap, gap] = useWatch({ name: ['person_weekly_cap', 'person_gap_hours'] }) as (number | string)[];
  const most =
    typeof cap === 'number' && typeof gap === 'number' && gap > 0
      ? maxEmailsPerWeek({ person_weekly_cap: cap, person_gap_hours: gap })
      : null;
  return (
    <>
      <NumberField name="person_weekly_cap" label={t('limits.weekly')} description={t('limits.weekly_hint')} />
      <NumberField
        name="person_gap_hours"
        label={t('limits.gap')}
        description={
          most !== null && most < Number(cap) ? t('limits.gap_allows', { count: most }) : t('limits.gap_hint')
        }
      />
    </>
  );
};

type Props = {
  approvers: number;
  /** Whether the limit of a new organisation applies, which is in force only while somebody can approve. */
  isDefault: boolean;
  /** Whether this person may change them. */
  locked: boolean;
  children?: ReactNode;
};

/** Whether large campaigns need a second administrator, and from what size. */
const Approval = ({ approvers, isDefault }: Pick<Props, 'approvers' | 'isDefault'>): ReactNode => {
  const t = useT('organizations');
  const { setValue } = useFormContext();
  const above = useWatch({ name: 'approval_above' }) as number | string | null;
  const on = above !== null;
  const last = useRef<number | string>(above ?? APPROVAL_ABOVE_FIRST);
  const turn = (to: boolean): void => {
    if (above !== null) last.current = above;
    setValue('approval_above', to ? last.current : null, { shouldDirty: true, shouldValidate: true });
  };
  const part = usePart<HTMLDivElement>('approval');
  return (
    <div {...part} className={`${css['approval']} ${part.className}`}>
      <Switch
        label={t('limits.approval')}
        description={t('limits.approval_hint')}
        checked={on}
        onChange={(e) => turn(e.currentTarget.checked)}
      />
      {on && (
        <NumberField
          name="approval_above"
          grouped
          label={t('limits.above')}
          description={t('limits.above_hint')}
          maw={420}
        />
      )}
      {on && isDefault && <p className={css['locked-note']}>{t('limits.above_default')}</p>}
      {on && !isDefault && approvers < 2 && (
        <Notice icon={IconAlertTriangle} tone="warning" title={t('limits.alone')}>
          {t('limits.alone_text')}
        </Notice>
      )}
    </div>
  );
};

/** Tells an operator who may change the limits. */
const LockedNote = (): ReactNode => {
  const t = useT('organizations');
  return (
    <p className={css['locked-note']}>
      <IconLock size={16} aria-hidden /> {t('limits.locked')}
    </p>
  );
};

/** The maximum rate of simulated phishing emails, how often one person gets them, and what needs two people. */
export const Limits = ({ approvers, isDefault, locked, children }: Props): ReactNode => {
  const t = useT('organizations');
  const networks = usePart<HTMLDivElement>('networks');
  return (
    <Section part="limits" title={t('limits.title')} hint={t('limits.hint')}>
      <div className={css['limits']}>
        {children}
        {locked && <LockedNote />}
        <fieldset className={css['locked']} disabled={locked}>
          <div className={css['fields']}>
            <NumberField
              name="daily_cap"
              grouped
              label={t('limits.cap')}
              description={t('limits.cap_hint')}
              className={css['wide']!}
              maw={420}
            />
            <NumberField
              name="minute_cap"
              nullable
              label={t('limits.minute_cap')}
              description={t('limits.minute_cap_hint')}
            />
            <Spacing />
          </div>
          <Approval approvers={approvers} isDefault={isDefault} />
        </fieldset>
        <div {...networks}>
          <OwnNetworks />
        </div>
      </div>
    </Section>
  );
};
