import type { ReactNode } from 'react';
import { isConnectionCode } from '@sergak/contract/connection.rules.ts';
import { type DirectoryCode, directorySteps } from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import type { DirectoryDiagnosis as Outcome } from '@sergak/contract/directory-sync/directory-sync.schema.ts';
import type { CallInput } from '../../shared/api.ts';
import {
  ConnectionDiagnosis,
  type Reason,
  useConnectionReason,
} from '../../shared/connection/connection-diagnosis.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { Section } from '../../shared/ui/section.tsx';
import css from './directory-sync.module.css';
import { directoryInput } from './directory-values.ts';

/** Returns a function that explains why the directory cannot be read. */
export const useDirectoryReason = (): ((code: DirectoryCode) => Reason) => {
  const t = useT('directory_sync');
  const reasonOf = useConnectionReason();
  return (code) => (isConnectionCode(code) ? reasonOf(code) : { what: t(`code.${code}`) });
};

/** How far a check of the directory got, and the first people that it found. */
export const DirectoryDiagnosis = ({
  outcome,
  tested,
}: {
  outcome: Outcome | undefined;
  tested: CallInput<'directory-sync.test'> | undefined;
}): ReactNode => {
  const t = useT('directory_sync');
  return (
    <ConnectionDiagnosis
      outcome={outcome}
      planned={directorySteps.filter((step) => !(step === 'tls' && tested?.security === 'none'))}
      tested={tested}
      inputOf={directoryInput}
      passed={{ title: t('diagnosis.ok_title'), text: t('diagnosis.ok_text') }}
      reasonOf={useDirectoryReason()}
    >
      {outcome?.ok === true && (
        <Section title={t('diagnosis.people')}>
          <ul className={css['people']}>
            {outcome.people.map((one) => (
              <li key={one.dn}>
                {[one.last_name, one.first_name, one.middle_name].filter(Boolean).join(' ') || t('diagnosis.nameless')}
                <small>
                  {[one.email || t('diagnosis.no_email'), one.position, one.department].filter(Boolean).join(' · ')}
                </small>
              </li>
            ))}
          </ul>
          {outcome.people.some((one) => one.key === '') && <p className={css['note']}>{t('diagnosis.no_key')}</p>}
          {outcome.missing_groups.length > 0 && (
            <p className={css['note']}>
              {t('diagnosis.missing_groups', { groups: outcome.missing_groups.join('; ') })}
            </p>
          )}
        </Section>
      )}
    </ConnectionDiagnosis>
  );
};
