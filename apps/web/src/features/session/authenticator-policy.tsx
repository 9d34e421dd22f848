import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { AuthenticatorPolicy as Policy } from '@sergak/contract/session/authenticator.endpoints.ts';
import { loosensPolicy, type PolicyRole, policyRoles } from '@sergak/contract/session/authenticator-policy.rules.ts';
import { formatNumber, toDate, toIsoDay } from '../../shared/format.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { UnsavedGuard } from '../../shared/forms/guard.tsx';
import { ProofDialog } from '../../shared/forms/proof-dialog.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { DateTimePicker } from '../../shared/ui/date-time-picker.tsx';
import { Section } from '../../shared/ui/section.tsx';
import css from './authenticator.module.css';

const Editor = ({ stored, may }: { stored: Policy; may: boolean }): ReactNode => {
  const t = useT('session__authenticator');
  const ts = useT('session');
  const [roles, setRoles] = useState<readonly PolicyRole[]>(stored.roles);
  const [day, setDay] = useState(stored.due_on);
  const save = useWrite('authenticator.save-policy', { quiet: true });
  const dirty = day !== stored.due_on || policyRoles.some((one) => roles.includes(one) !== stored.roles.includes(one));
  const [asking, setAsking] = useState(false);
  const chosen = { roles: [...roles], due_on: roles.length > 0 ? day : null };
  const write = (proof: { password?: string } = {}): void =>
    save.mutate(
      { ...chosen, version: stored.version, ...proof },
      { onSuccess: () => showToast({ kind: 'success', text: t('policy_saved') }) },
    );
  const submit = (): void => (loosensPolicy(stored, chosen) ? setAsking(true) : write());
  return (
    <div className={css['block']}>
      <Checkbox.Group
        label={t('policy_roles')}
        value={[...roles]}
        onChange={(next) => setRoles(policyRoles.filter((one) => next.includes(one)))}
      >
        <div className={css['block']}>
          {policyRoles.map((one) => (
            <Checkbox key={one} value={one} label={ts(`role.${one}`)} disabled={!may} />
          ))}
        </div>
      </Checkbox.Group>
      {roles.length > 0 && may && (
        <div className={css['day']}>
          <DateTimePicker
            dayOnly
            required
            label={t('policy_due')}
            value={day === null ? null : toDate(day)}
            onChange={(next) => setDay(next === null ? null : toIsoDay(next))}
          />
        </div>
      )}
      {stored.roles.length > 0 && (
        <p>{t('policy_missing', { missing: formatNumber(stored.missing), people: formatNumber(stored.people) })}</p>
      )}
      <FormError error={asking ? null : save.error} />
      {may && (
        <div>
          <Button disabled={!dirty || (roles.length > 0 && day === null)} loading={save.isPending} onClick={submit}>
            {t('policy_save')}
          </Button>
        </div>
      )}
      <ProofDialog
        opened={asking}
        title={t('policy_ask.title')}
        action={t('policy_ask.action')}
        busy={save.isPending}
        error={save.error}
        onConfirm={write}
        onClose={() => {
          setAsking(false);
          save.reset();
        }}
      >
        {t('policy_ask.text')}
      </ProofDialog>
      <UnsavedGuard dirty={dirty} />
    </div>
  );
};

/** Which roles must have an authenticator app, and from when. */
export default function AuthenticatorPolicy({ may }: { may: boolean }): ReactNode {
  const t = useT('session__authenticator');
  const stored = useRead('authenticator.policy', {}, { quiet: true }).data;
  if (stored === undefined) return null;
  return (
    <Section part="authenticator" title={t('policy')} hint={t('policy_hint')}>
      <Editor key={stored.version} stored={stored} may={may} />
    </Section>
  );
}
