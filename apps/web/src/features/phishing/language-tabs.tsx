import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { languages } from '@sergak/contract/session/session.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { languageNames } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import css from './templates.module.css';

type Version = { readonly id: string; readonly language: Language };
type Props = {
  /** All versions, the base first. */
  versions: readonly Version[];
  /** Id of the open version. */
  current: string;
  onPick: (id: string) => void;
  onAdd: (language: Language) => void;
  onRemove: (id: string) => void;
  busy?: boolean;
};

/** The versions of an email or page by language: open one, add a language as a copy of the base, remove a translation. */
export const LanguageTabs = ({ versions, current, onPick, onAdd, onRemove, busy = false }: Props): ReactNode => {
  const t = useT('phishing__templates');
  const [asking, setAsking] = useState(false);
  const open = versions.find((version) => version.id === current) ?? versions[0];
  const missing = languages.filter((language) => !versions.some((version) => version.language === language));
  const isBase = open === versions[0];
  return (
    <div className={css['languages']} role="group" aria-label={t('languages.label')} title={t('languages.hint')}>
      {versions.map((version, n) => (
        <Button
          key={version.id}
          size="compact-md"
          variant={version === open ? 'filled' : 'default'}
          aria-pressed={version === open}
          onClick={() => onPick(version.id)}
        >
          {languageNames[version.language]}
          {n === 0 && versions.length > 1 && <small>&nbsp;({t('languages.base')})</small>}
        </Button>
      ))}
      {missing.map((language) => (
        <Button
          key={language}
          size="compact-md"
          variant="subtle"
          loading={busy}
          leftSection={<IconPlus size={14} />}
          aria-label={t('languages.add_one', { language: languageNames[language] })}
          onClick={() => onAdd(language)}
        >
          {languageNames[language]}
        </Button>
      ))}
      {!isBase && open && (
        <>
          <Button
            size="compact-md"
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={14} />}
            onClick={() => setAsking(true)}
          >
            {t('languages.remove')}
          </Button>
          <ConfirmDialog
            opened={asking}
            title={t('languages.remove_title', { language: languageNames[open.language] })}
            action={t('languages.remove')}
            danger
            busy={busy}
            onClose={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false);
              onRemove(open.id);
            }}
          >
            {t('languages.remove_text')}
          </ConfirmDialog>
        </>
      )}
    </div>
  );
};
