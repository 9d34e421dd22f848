import { type ReactNode, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { Modal } from '../../shared/ui/overlays.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import css from './scorm.module.css';

const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-downloads';

/** Shows a package in a sandboxed frame of the content origin. Nothing is recorded. */
export const PackagePreview = ({
  course,
  onClose,
}: {
  course: { id: string; title: string };
  onClose: () => void;
}): ReactNode => {
  const t = useT('scorm');
  const [at, setAt] = useState(0);
  const preview = useRead('scorm.preview', { id: course.id }, { quiet: true, fresh: true, staleTime: 0 });
  const items = preview.data?.items ?? [];
  const shown = items[at];
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
        {items.length > 1 && (
          <Select
            aria-label={t('preview.part')}
            value={String(at)}
            data={items.map((item, index) => ({ value: String(index), label: item.title }))}
            onChange={(value) => setAt(Number(value ?? 0))}
          />
        )}
        {shown !== undefined ? (
          <iframe
            key={shown.url}
            src={shown.url}
            title={shown.title}
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
