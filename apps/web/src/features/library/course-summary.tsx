import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SlideDoc } from '@sergak/contract/library/slide-doc.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './course-summary.module.css';
import { SlideText } from './slide-text.tsx';

/** What a course teaches on one page, to read again and to print. */
export const CourseSummary = ({ title, doc }: { title: string; doc: SlideDoc }): ReactNode => {
  const t = useT('learning__learner');
  return (
    <details className={css['summary']}>
      <summary>{t('summary.open')}</summary>
      <div className={css['summary-page']}>
        <h2>{title}</h2>
        <SlideText doc={doc} />
        <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          {t('summary.print')}
        </Button>
      </div>
    </details>
  );
};
