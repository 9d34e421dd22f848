import { IconUnlink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Email, LandingPage } from '@sergak/contract/phishing/phishing.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { Notice } from '../../shared/ui/notices.tsx';
import { useFocusAfter } from '../../shared/ui/focus-return.ts';
import { MultiSelect, Select } from '../../shared/ui/select.tsx';
import css from './phishing.module.css';

/** Emails of the template, each with the page to which it leads now. */
const useOptions = (emails: readonly Email[], pages: readonly LandingPage[]) => {
  const t = useT('phishing');
  return emails.map(({ id, name, page_id }) => {
    const page = pages.find((one) => one.id === page_id);
    return { value: id, label: page ? t('template.email_elsewhere', { name, page: page.name }) : name };
  });
};

type Props = {
  page: Pick<LandingPage, 'id' | 'translation_of'>;
  /** Emails and pages of the template. */
  emails: readonly Email[];
  pages: readonly LandingPage[];
};
/** Says which emails lead to a page. A page to which none leads says so, and an email can be chosen. */
export const PageEmails = ({ page, emails, pages }: Props): ReactNode => {
  const t = useT('phishing');
  const update = useWrite('phishing.email-update', { tip: 'tips:email.updated' });
  const options = useOptions(emails, pages);
  const id = page.translation_of ?? page.id;
  const leading = emails.filter((email) => email.page_id === id);
  const place = useFocusAfter(leading.length === 0);
  if (leading.length > 0)
    return (
      <div ref={place} className={css['leading']}>
        {t('template.page_from', { emails: leading.map((email) => email.name).join(', ') })}
      </div>
    );
  return (
    <div ref={place} className={css['alone']}>
      <Notice
        icon={IconUnlink}
        tone="warning"
        title={t('template.page_alone')}
        {...(options.length > 0 && {
          actions: (
            <Select
              aria-label={t('template.page_choose')}
              placeholder={t('template.page_choose')}
              w={320}
              maw="100%"
              value={null}
              data={options}
              onChange={(chosen) => {
                const email = emails.find((one) => one.id === chosen);
                if (email && !update.isPending) update.mutate({ id: email.id, version: email.version, page_id: id });
              }}
            />
          ),
        })}
      >
        {t(options.length > 0 ? 'template.page_alone_hint' : 'template.no_emails')}
      </Notice>
    </div>
  );
};

type ChoiceProps = Pick<Props, 'emails' | 'pages'> & { value: readonly string[]; onChange: (ids: string[]) => void };
/** Chooses the emails that will lead to a new page. */
export const PageEmailsChoice = ({ emails, pages, value, onChange }: ChoiceProps): ReactNode => {
  const t = useT('phishing');
  const options = useOptions(emails, pages);
  if (emails.length === 0) return null;
  return (
    <MultiSelect
      label={t('field.page_emails')}
      description={value.length === 0 ? t('template.page_alone') : undefined}
      inputWrapperOrder={['label', 'input', 'description']}
      value={[...value]}
      onChange={onChange}
      data={options}
    />
  );
};
