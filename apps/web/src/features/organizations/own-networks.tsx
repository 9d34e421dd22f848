import { Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { networkOf, OWN_NETWORKS_MAX } from '@sergak/contract/organizations/networks.rules.ts';
import { useField } from '../../shared/forms/form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';

const listOf = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

/** Networks from which employees reach the internet, one per line: clicks from there count at once. */
export const OwnNetworks = (): ReactNode => {
  const t = useT('organizations');
  const tooMany = t('networks.most');
  const { field, error } = useField<string[]>({
    name: 'own_networks',
    check: (networks) => {
      const wrong = networks.find((one) => networkOf(one) === null);
      if (wrong !== undefined) return t('networks.wrong', { network: wrong });
      return networks.length > OWN_NETWORKS_MAX ? tooMany : undefined;
    },
  });
  const stored = (field.value as string[]).join('\n');
  const [text, setText] = useState(stored);
  // The typed text stays as it is; only a value from elsewhere (a saved or reset form) replaces it.
  const shown = listOf(text).join('\n') === stored ? text : stored;
  return (
    <Textarea
      ref={field.ref}
      label={t('networks.label')}
      description={t('networks.hint')}
      placeholder={'203.0.113.0/24\n2001:db8::/32'}
      value={shown}
      error={error}
      rows={4}
      spellCheck={false}
      maw={420}
      onBlur={field.onBlur}
      onChange={(e) => {
        setText(e.currentTarget.value);
        field.onChange(listOf(e.currentTarget.value));
      }}
    />
  );
};
