import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { useLanguage } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import type { Chapter } from './chapter.ts';
import type { GatewayFact } from './facts.ts';

type Book = { readonly chapters: readonly Chapter[]; readonly pictures: ReadonlyMap<string, string> };
/** Each language is a file of its own, fetched with the first chapter. */
const books: Record<Language, () => Promise<Book>> = {
  ru: () => import('./chapters-ru.ts'),
  en: () => import('./chapters-en.ts'),
  uz: () => import('./chapters-uz.ts'),
};

const bookQuery = (language: Language) =>
  queryOptions({
    queryKey: ['instructions', language],
    queryFn: async () => {
      const { chapters, pictures } = await books[language]();
      return { chapters, pictures };
    },
    staleTime: Infinity,
    placeholderData: (before) => before,
  });

export const useBook = (enabled = true) => useQuery({ ...bookQuery(useLanguage()), enabled });

export type InstallationFacts = Partial<Record<GatewayFact, string>>;
/** Values of the organisation for the chapters; those that are not set or not known are missing. */
export const useFacts = (): InstallationFacts => {
  const enabled = usePermission('admin.phishing');
  const gateway = useRead('settings.gateway', {}, { enabled, quiet: true }).data;
  const domains = useRead('phishing.domains', {}, { enabled, quiet: true }).data?.data;
  return {
    ...(gateway && { header: gateway.header, phishing_host: gateway.phishing_host, portal_url: gateway.portal_url }),
    ...(gateway?.mail_host && { mail_host: gateway.mail_host }),
    ...(gateway?.report_address && { report_address: gateway.report_address }),
    ...(domains && domains.length > 0 && { sender_domains: domains.join(', ') }),
  };
};
