import type { MailboxSecurity } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import type { ReportMailbox } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';

/** The fields of the form of the report mailbox. */
export type AddressValues = {
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

export const addressValues = (box: ReportMailbox): AddressValues => ({
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
export const addressInput = ({ password, forward_to, ...rest }: AddressValues) => ({
  ...rest,
  forward_to: forward_to === '' ? null : forward_to,
  ...(password === '' ? {} : { password }),
});
