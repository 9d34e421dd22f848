import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { Modal } from '../../shared/ui/overlays.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import css from './scorm.module.css';

const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-downloads';

/** Shows a package in the player of the content origin, as learners see it. Nothing is recorded. */
export const PackagePreview = ({
  course,
  onClose,
}: {
  course: { id: string; title: string };
  onClose: () => void;
}): ReactNode => {
  const t = useT('scorm');
  const preview = useRead('scorm.preview', { id: course.id }, { quiet: true, fresh: true, staleTime: 0 });
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen
      title={t('preview.title', { title: course.title })}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <div className={css['preview']}>
        <p className={css['quiet']}>{t('preview.hint')}</p>
        {preview.data !== undefined ? (
          <iframe
            src={preview.data.url}
            title={course.title}
            sandbox={SANDBOX}
            allow="fullscreen; autoplay"
            referrerPolicy="no-referrer"
          />
        ) : preview.isError ? (
          <ErrorState onRetry={() => void preview.refetch()} />
        ) : (
          <LoadingState />
        )}
      </div>
    </Modal>
  );
};
