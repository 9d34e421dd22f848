import { Box } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { RESULTS_RISE_DAYS } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { SMALLEST_GROUP } from '@sergak/contract/privacy/privacy.rules.ts';
import { useT } from '../i18n/use-t.ts';
import { Notice } from './notices.tsx';

const values = { least: SMALLEST_GROUP, days: RESULTS_RISE_DAYS };

/** Why results are dashes or missing in an anonymous organisation: of campaigns, or of people and departments. */
export const AnonymousNote = ({ about }: { about: 'campaigns' | 'people' }): ReactNode => {
  const t = useT('commons');
  return (
    <Box mb="md">
      <Notice icon={IconLock} title={t('anonymous.title')}>
        {t(`anonymous.${about}`, values)}
      </Notice>
    </Box>
  );
};
