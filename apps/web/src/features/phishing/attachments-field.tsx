import { ActionIcon, Button, FileButton, Menu, Progress, Textarea, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconFile, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  ATTACHMENT_BODY_MAX,
  ATTACHMENT_NAME_MAX,
  ATTACHMENT_BYTES_MAX,
  ATTACHMENTS_MAX,
  generatedFormats,
  reportsOf,
  uploadedFormats,
  type Attachment,
  type Fault,
  type GeneratedFormat,
} from '@sergak/contract/phishing/phishing.rules.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { formatBytes } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { paused } from '../../shared/ui/paused.ts';
import { errorOf } from './fault-text.tsx';
import css from './phishing.module.css';

type ItemProps = {
  attachment: Attachment;
  at: number;
  count: number;
  faults: readonly Fault[];
  onChange: (attachment: Attachment) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

const Item = ({ attachment, at, count, faults, onChange, onMove, onRemove }: ItemProps): ReactNode => {
  const t = useT('phishing');
  const { name } = attachment;
  const field = `attachments.${at}`;
  const nameFaults = faults.filter((one) => one.code === 'attachment_name');
  return (
    <li className={css['attachment']}>
      <div className={css['attachment-head']}>
        <IconFile size={18} aria-hidden />
        <span className={css['attachment-name']}>
          {name}
          <small>
            {attachment.kind === 'uploaded'
              ? formatBytes(attachment.size)
              : t(`attachments.format.${attachment.format}`)}
            {' · '}
            {t(`attachments.reports.${reportsOf(attachment)}`)}
          </small>
        </span>
        <ActionIcon aria-label={t('attachments.up', { name })} {...paused(at === 0, () => onMove(at - 1))}>
          <IconChevronUp size={16} />
        </ActionIcon>
        <ActionIcon aria-label={t('attachments.down', { name })} {...paused(at === count - 1, () => onMove(at + 1))}>
          <IconChevronDown size={16} />
        </ActionIcon>
        <ActionIcon aria-label={t('attachments.remove', { name })} color="red" onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      </div>
      {attachment.kind === 'generated' && (
        <>
          <TextInput
            label={t('field.attachment_name')}
            withAsterisk
            maxLength={ATTACHMENT_NAME_MAX}
            value={name}
            error={errorOf(nameFaults, field)}
            onChange={(e) => onChange({ ...attachment, name: e.currentTarget.value })}
          />
          <Textarea
            label={t('field.attachment_body')}
            description={t(attachment.format === 'xlsx' ? 'attachments.sheet_hint' : 'attachments.body_hint')}
            autosize
            minRows={3}
            maxRows={8}
            maxLength={ATTACHMENT_BODY_MAX}
            value={attachment.body}
            error={errorOf(
              faults.filter((one) => one.code !== 'attachment_name'),
              field,
            )}
            onChange={(e) => onChange({ ...attachment, body: e.currentTarget.value })}
          />
        </>
      )}
    </li>
  );
};

type Props = {
  value: readonly Attachment[];
  /** Faults of the email; those of other fields are ignored. */
  faults: readonly Fault[];
  onChange: (attachments: Attachment[]) => void;
};

/** The attachments of an email: generated from a text or uploaded, with what each can report. */
export const AttachmentsField = ({ value, faults, onChange }: Props): ReactNode => {
  const t = useT('phishing');
  const [share, setShare] = useState(0);
  const upload = useWrite('phishing.attachment-upload', { quiet: true, onProgress: setShare });
  const list = useRef<HTMLUListElement>(null);
  const clear = useRef<() => void>(null);
  const current = useRef(value);
  useEffect(() => {
    current.current = value;
  }, [value]);
  const full = value.length >= ATTACHMENTS_MAX;
  const add = (format: GeneratedFormat): void =>
    onChange([...value, { kind: 'generated', format, name: `${t('attachments.document')}.${format}`, body: '' }]);
  const send = (file: File | null): void => {
    clear.current?.();
    if (file === null) return;
    setShare(0);
    // The list may change while the file is uploaded.
    upload.mutate({ attachment: file }, { onSuccess: (made) => onChange([...current.current, made]) });
  };
  const move = (from: number, to: number): void => {
    const next = [...value];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
    // The rows have no names of their own, so that the focus goes to the row in which the attachment is now.
    const button = `button:nth-of-type(${to < from ? 1 : 2})`;
    setTimeout(() => list.current?.children[to]?.querySelector<HTMLElement>(button)?.focus());
  };
  return (
    <fieldset className={css['attachments']}>
      <legend>{t('attachments.title')}</legend>
      {value.length > 0 && (
        <ul ref={list}>
          {value.map((attachment, at) => (
            <Item
              key={at}
              attachment={attachment}
              at={at}
              count={value.length}
              faults={faults}
              onChange={(changed) => onChange(value.map((one, place) => (place === at ? changed : one)))}
              onMove={(to) => move(at, to)}
              onRemove={() => onChange(value.filter((_, place) => place !== at))}
            />
          ))}
        </ul>
      )}
      <div className={css['attachment-tools']}>
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" size="compact-md" leftSection={<IconPlus size={16} />} disabled={full}>
              {t('attachments.generate')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {generatedFormats.map((format) => (
              <Menu.Item key={format} onClick={() => add(format)}>
                {t(`attachments.format.${format}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <FileButton
          resetRef={clear}
          accept={[...uploadedFormats, 'jpeg'].map((format) => `.${format}`).join(',')}
          disabled={full || upload.isPending}
          onChange={send}
          inputProps={{ 'aria-label': t('attachments.upload') }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="compact-md"
              leftSection={<IconUpload size={16} />}
              disabled={full || upload.isPending}
            >
              {t('attachments.upload')}
            </Button>
          )}
        </FileButton>
        <small>{t('attachments.limits', { size: formatBytes(ATTACHMENT_BYTES_MAX), count: ATTACHMENTS_MAX })}</small>
      </div>
      {upload.isPending && <Progress value={share * 100} aria-label={t('attachments.uploading')} />}
      <FormError error={upload.error} />
      <small className={css['attachment-error']}>{errorOf(faults, 'attachments')}</small>
    </fieldset>
  );
};
