import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';

/** Whether the actions of the tag run for those who are put in now. */
export const OnboardingChoice = ({
  value,
  onChange,
}: {
  value: boolean;
  onChange: (value: boolean) => void;
}): ReactNode => {
  const t = useT('staff__tags');
  return (
    <Checkbox
      label={t('onboarding')}
      description={t(value ? 'onboarding_on' : 'onboarding_off')}
      checked={value}
      onChange={(e) => onChange(e.currentTarget.checked)}
    />
  );
};
