import { type ReactNode, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { Modal } from '../../shared/ui/overlays.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { LoadingState, PartFailed } from '../../shared/ui/states.tsx';
import css from './certificates.module.css';
import { RuleForm } from './rule-form.tsx';

const COURSES = 200;

const Rule = ({ courseId, onClose }: { courseId: string; onClose: () => void }): ReactNode => {
  const t = useT('certificates');
  const rule = useRead('certificates.rule', { id: courseId }, { quiet: true, fresh: true });
  if (rule.data !== undefined) return <RuleForm key={rule.data.version} rule={rule.data} onClose={onClose} />;
  return rule.isError ? <PartFailed text={t('rule.failed')} onRetry={() => void rule.refetch()} /> : <LoadingState />;
};

/** Which courses give certificates, and for how long: one course at a time. */
export default function RulesDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT('certificates');
  const [course, setCourse] = useState<string | null>(null);
  const courses = useRead('library.courses', { limit: COURSES, offset: 0 }, { quiet: true });
  return (
    <Modal opened onClose={onClose} title={t('rule.title')} closeButtonProps={{ 'aria-label': t('commons:close') }}>
      <div className={css['stack']}>
        <Select
          label={t('rule.course')}
          placeholder={t('rule.choose')}
          searchable
          value={course}
          onChange={setCourse}
          nothingFoundMessage={t('rule.none')}
          data={(courses.data?.data ?? []).map((one) => ({ value: one.id, label: one.title }))}
        />
        {course !== null && <Rule key={course} courseId={course} onClose={onClose} />}
      </div>
    </Modal>
  );
}
