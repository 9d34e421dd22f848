import type { ReactNode } from 'react';
import type { CourseKind } from '@sergak/contract/library/library.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { LinkTabs } from '../../shared/ui/tabs.tsx';

/** Switches the page of courses between native courses and SCORM courses. */
export const KindTabs = ({ value }: { value: CourseKind | 'library' }): ReactNode => {
  const t = useT('scorm');
  return (
    <LinkTabs
      label={t('kinds.label')}
      value={value}
      items={[
        { value: 'native', label: t('kinds.native'), to: { screen: 'learning.courses' } },
        { value: 'scorm', label: t('kinds.scorm'), to: { screen: 'learning.courses', search: { kind: 'scorm' } } },
        {
          value: 'library',
          label: t('kinds.library'),
          to: { screen: 'learning.courses', search: { kind: 'library' } },
        },
      ]}
    />
  );
};
