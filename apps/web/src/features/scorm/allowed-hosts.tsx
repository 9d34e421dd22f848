import { Button, Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { SCORM_HOST_MAX, HOST_NAME } from '@sergak/contract/scorm/scorm.limits.ts';
import type { AllowedHost } from '@sergak/contract/scorm/scorm.schema.ts';
import type { ScormCourse } from '@sergak/contract/scorm/packages.schema.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import css from './scorm.module.css';

const kinds = ['script', 'style', 'font', 'frame'] as const;
type Kind = (typeof kinds)[number];

/** Hosts that the package asks for, those that are allowed, and one that was typed. */
const rowsOf = ({ package: { report, allowed_hosts } }: ScormCourse): AllowedHost[] => {
  const reportedHosts = (report.hosts ?? []).map(({ host }) => ({ host, uses: [] as Kind[] }));
  return [...allowed_hosts, ...reportedHosts.filter(({ host }) => !allowed_hosts.some((one) => one.host === host))];
};

/** Which other sites the package may load scripts, styles, fonts and embedded pages from. */
export const AllowedHosts = ({ course }: { course: ScormCourse }): ReactNode => {
  const t = useT('scorm');
  const [rows, setRows] = useState(() => rowsOf(course));
  const [typed, setTyped] = useState('');
  const allow = useWrite('scorm.allow-hosts', { tip: 'tips:scorm.saved', quiet: true });
  const wanted = rows.filter((one) => one.uses.length > 0);
  const asks = (host: string, kind: Kind): boolean =>
    (course.package.report.hosts ?? []).some((one) => one.host === host && one.uses.includes(kind));
  const added = typed.trim().toLowerCase();
  const isNew = added.length <= SCORM_HOST_MAX && HOST_NAME.test(added) && !rows.some((one) => one.host === added);
  const toggle = (host: string, kind: Kind): void =>
    setRows((now) =>
      now.map((one) =>
        one.host !== host
          ? one
          : { host, uses: one.uses.includes(kind) ? one.uses.filter((use) => use !== kind) : [...one.uses, kind] },
      ),
    );
  return (
    <section className={css['stack']}>
      <h3 className={css['sub']}>{t('hosts.title')}</h3>
      <p className={css['quiet']}>{t('hosts.hint')}</p>
      {rows.map(({ host, uses }) => (
        <fieldset key={host} className={css['host']}>
          <legend>{host}</legend>
          {kinds.map((kind) => (
            <Checkbox
              key={kind}
              label={asks(host, kind) ? t('hosts.asked', { use: t(`hosts.${kind}`) }) : t(`hosts.${kind}`)}
              checked={uses.includes(kind)}
              onChange={() => toggle(host, kind)}
            />
          ))}
        </fieldset>
      ))}
      <div className={css['add']}>
        <TextInput
          label={t('hosts.add')}
          placeholder="cdn.example.org"
          value={typed}
          maxLength={SCORM_HOST_MAX}
          onChange={(e) => setTyped(e.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={!isNew}
          onClick={() => {
            setRows((now) => [...now, { host: added, uses: [] }]);
            setTyped('');
          }}
        >
          {t('hosts.add_action')}
        </Button>
      </div>
      <FormError error={allow.error} />
      <div>
        <Button loading={allow.isPending} onClick={() => allow.mutate({ id: course.id, allowed_hosts: wanted })}>
          {t('hosts.save')}
        </Button>
      </div>
    </section>
  );
};
