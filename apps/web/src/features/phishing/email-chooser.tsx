import { Checkbox, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconEye, IconPaperclip, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { TemplateGroup } from '@sergak/contract/phishing/phishing.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { DifficultyBadge, TemplateLogo, Success } from './marks.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';
import css from './phishing.module.css';
import { PreviewFrame } from './preview-frame.tsx';
import { useSubject } from './use-subject.ts';

type Email = TemplateGroup['templates'][number]['emails'][number];
type Props = { chosen: readonly string[]; onChoose: (ids: string[]) => void; onClose: () => void };

type RowProps = {
  email: Email;
  name: string;
  ticked: boolean;
  shown: boolean;
  onTick: () => void;
  onShow: () => void;
};
const EmailRow = ({ email, name, ticked, shown, onTick, onShow }: RowProps): ReactNode => {
  const t = useT('phishing');
  const subject = useSubject();
  return (
    <div className={css['choice']} data-shown={shown || undefined}>
      <Checkbox
        checked={ticked}
        onChange={onTick}
        label={
          <span className={css['choice-name']}>
            {name}
            <small>{subject(email.subject)}</small>
            <Success sent={email.sent} fell={email.fell} />
          </span>
        }
      />
      {email.attachments.length > 0 && (
        <IconPaperclip
          size={16}
          role="img"
          aria-label={t('chooser.attachment', { name: email.attachments.map((one) => one.name).join(', ') })}
        />
      )}
      <button
        type="button"
        className={css['look']}
        aria-label={t('chooser.look', { name })}
        aria-pressed={shown}
        onClick={onShow}
      >
        <IconEye size={18} stroke={1.7} aria-hidden />
      </button>
    </div>
  );
};

/** Chooses emails by category and template, with a preview of each. «Choose» is enabled once at least one is ticked. */
export const EmailChooser = ({ chosen, onChoose, onClose }: Props): ReactNode => {
  const t = useT('phishing');
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, 500);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(chosen));
  const [shown, setShown] = useState<Email | null>(null);
  const groups = useRead('phishing.templates', { search: asked });
  const data = groups.data?.data;
  const toggle = (ids: readonly string[], on: boolean): void =>
    setTicked((now) => {
      const next = new Set(now);
      for (const id of ids)
        if (on) next.add(id);
        else next.delete(id);
      return next;
    });
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(1120px, 96vw)"
      title={t('chooser.title')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <TextInput
        value={search}
        onChange={(e) => setSearch(e.currentTarget.value)}
        placeholder={t('templates.search')}
        aria-label={t('templates.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        data-autofocus
      />
      <div className={css['chooser']}>
        <div className={css['choices']}>
          {groups.isError && data === undefined ? (
            <ErrorState title={t('chooser.failed')} onRetry={() => void groups.refetch()} />
          ) : data === undefined ? (
            <LoadingState />
          ) : data.length === 0 ? (
            <EmptyState title={t('chooser.none')} />
          ) : (
            data.map((group) => {
              const ids = group.templates.flatMap((one) => one.emails.map((email) => email.id));
              const count = ids.filter((id) => ticked.has(id)).length;
              return (
                <fieldset key={group.id} className={css['choice-group']}>
                  <legend>
                    <Checkbox
                      label={group.category}
                      checked={count === ids.length && count > 0}
                      indeterminate={count > 0 && count < ids.length}
                      onChange={() => toggle(ids, count < ids.length)}
                    />
                  </legend>
                  {group.templates.map((one) => (
                    <div key={one.id} className={css['choice-template']}>
                      <TemplateLogo src={one.logo} size={30} />
                      <div>
                        {one.emails.map((email) => (
                          <EmailRow
                            key={email.id}
                            email={email}
                            name={one.emails.length > 1 ? `${one.name}: ${email.name}` : one.name}
                            ticked={ticked.has(email.id)}
                            shown={shown?.id === email.id}
                            onTick={() => toggle([email.id], !ticked.has(email.id))}
                            onShow={() => setShown(email)}
                          />
                        ))}
                      </div>
                      <DifficultyBadge difficulty={one.difficulty} />
                    </div>
                  ))}
                </fieldset>
              );
            })
          )}
        </div>
        <div className={css['chooser-view']}>
          {shown === null ? (
            <EmptyState icon={IconEye} title={t('chooser.look_hint')} />
          ) : (
            <PreviewFrame input={{ email_id: shown.id }} title={shown.name} />
          )}
        </div>
      </div>
      <DialogFooter
        onCancel={onClose}
        start={
          <span className={css['counter']} aria-live="polite">
            {t('chooser.count', { count: ticked.size })}
          </span>
        }
      >
        <ActionButton blocked={ticked.size === 0 && t('commons:blocked.choose')} onClick={() => onChoose([...ticked])}>
          {t('commons:choose')}
        </ActionButton>
      </DialogFooter>
    </Modal>
  );
};
