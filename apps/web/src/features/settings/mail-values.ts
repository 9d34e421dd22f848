import { type MailSecurity, usualPorts } from '@sergak/contract/settings/settings.rules.ts';
import type { MailSettings } from '@sergak/contract/settings/settings.schema.ts';

/** The fields of the mail server form. */
export type MailValues = {
  host: string;
  port: number;
  security: MailSecurity;
  ca: string;
  username: string;
  password: string;
  sender_name: string;
  sender_address: string;
  connections: number;
};

export const mailValues = (mail: MailSettings): MailValues => ({
  // The loopback port of the built-in mailbox is not a useful default.
  ...(mail.mode === 'built_in'
    ? { host: '', port: usualPorts.starttls, security: 'starttls' as const }
    : { host: mail.host, port: mail.port, security: mail.security }),
  ca: mail.ca,
  username: mail.username,
  password: '',
  sender_name: mail.sender_name,
  sender_address: mail.sender_address,
  connections: mail.connections,
});

/** An absent password keeps the stored one; without a user there is no password to keep. */
export const mailInput = ({ password, ...rest }: MailValues) => ({
  ...rest,
  ...(rest.username === '' ? { password: '' } : password === '' ? {} : { password }),
});
