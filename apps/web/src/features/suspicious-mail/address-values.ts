import type { MailboxSecurity } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import type { ReportMailbox } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';

/** The fields of the form of the report mailbox. */
export type Values = {
  address: string;
  host: string;
  port: number;
  security: MailboxSecurity;
  ca: string;
  username: string;
  password: string;
  folder: string;
  forward_to: string;
  thanks: boolean;
};

export const valuesOf = (box: ReportMailbox): Values => ({
  address: box.address,
  host: box.host,
  port: box.port,
  security: box.security,
  ca: box.ca,
  username: box.username,
  password: '',
  folder: box.folder,
  forward_to: box.forward_to ?? '',
  thanks: box.thanks,
});

/** An absent password keeps the stored one. */
export const inputOf = ({ password, forward_to, ...rest }: Values) => ({
  ...rest,
  forward_to: forward_to === '' ? null : forward_to,
  ...(password === '' ? {} : { password }),
});
