import { Checkbox } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';

type Props = { value: boolean; onChange: (value: boolean) => void };
const Choice = ({ value, onChange }: Props): ReactNode => {
  const t = useT('tags');
  return (
    <Checkbox
      label={t('onboarding')}
      description={t(value ? 'onboarding_on' : 'onboarding_off')}
      checked={value}
      onChange={(e) => onChange(e.currentTarget.checked)}
    />
  );
};

/** Whether the tag's actions run for the people who are added now. Has its own suspense boundary for its texts. */
export const OnboardingChoice = (props: Props): ReactNode => (
  <Suspense fallback={null}>
    <Choice {...props} />
  </Suspense>
);
