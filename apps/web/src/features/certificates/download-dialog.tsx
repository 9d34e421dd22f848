import { Button, Loader, Radio } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { certificateDesigns, type CertificateDesign } from '@sergak/contract/certificates/certificates.rules.ts';
import type { Certificate } from '@sergak/contract/certificates/certificates.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { languageNames, languages } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { useReport } from '../reports/public.ts';
import css from './certificates.module.css';

/** Prepares the PDF of a certificate in the chosen design and language, and offers the file. */
export default function DownloadDialog({
  one,
  mine = false,
  onClose,
}: {
  one: Pick<Certificate, 'id' | 'number' | 'language'>;
  /** A certificate of the signed-in person, which may belong to another organisation than the one they act in. */
  mine?: boolean;
  onClose: () => void;
}): ReactNode {
  const t = useT('certificates__own');
  const [design, setDesign] = useState<CertificateDesign>('classic');
  const [language, setLanguage] = useState<Language>(one.language);
  const { state, order, reset } = useReport();
  const choose = <V,>(set: (value: V) => void, value: V): void => {
    set(value);
    reset(); // a finished file is of the earlier choice
  };
  const busy = state.step === 'generating';
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('download.title', { number: one.number })}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <div className={css['stack']}>
        <Radio.Group
          label={t('design.label')}
          value={design}
          onChange={(next) => choose(setDesign, next as CertificateDesign)}
        >
          {certificateDesigns.map((value) => (
            <Radio key={value} mt="xs" value={value} label={t(`design.${value}`)} disabled={busy} />
          ))}
        </Radio.Group>
        <Select
          label={t('language')}
          value={language}
          disabled={busy}
          onChange={(next) => choose(setLanguage, (next ?? language) as Language)}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <div role="status" aria-live="polite">
          {busy && (
            <span className={css['tools']}>
              <Loader size={18} aria-hidden /> {t('download.making')}
            </span>
          )}
          {state.step === 'generating' && state.report?.will_be_sent && <p>{t('download.sent')}</p>}
          {state.step === 'done' && t('download.ready')}
          {(state.step === 'error' || state.step === 'timeout') && t('download.failed')}
        </div>
      </div>
      <DialogFooter onCancel={onClose} cancel={t('commons:close')}>
        {state.step === 'done' ? (
          <Button component="a" href={state.report.url!} download leftSection={<IconDownload size={16} aria-hidden />}>
            {t('commons:download')}
          </Button>
        ) : (
          <Button
            loading={busy}
            onClick={() => void order({ kind: mine ? 'own-certificate' : 'certificate', id: one.id, design, language })}
          >
            {t('download.action')}
          </Button>
        )}
      </DialogFooter>
    </Modal>
  );
}
