import type { ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import { TextAreaField } from '../forms/more-fields.tsx';

/** The field `ca`: PEM certificates of an own authority that the connection of a form trusts. */
export const AuthorityField = ({
  disabled = false,
  className,
}: {
  disabled?: boolean;
  className: string;
}): ReactNode => {
  const t = useT('commons');
  return (
    <TextAreaField
      name="ca"
      label={t('authority.label')}
      description={t('authority.hint')}
      disabled={disabled}
      maxRows={8}
      spellCheck={false}
      className={className}
    />
  );
};
