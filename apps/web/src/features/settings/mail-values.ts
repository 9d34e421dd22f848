export const kinds = ['starttls', 'tls', 'opportunistic', 'none'] as const;
/** The fields of the mail server form. */
export type Values = {
  host: string;
  port: number;
  security: (typeof kinds)[number];
  ca: string;
  username: string;
  password: string;
  sender_name: string;
  sender_address: string;
  connections: number;
};

/** An absent password keeps the stored one; without a user there is no password to keep. */
export const inputOf = ({ password, ...rest }: Values) => ({
  ...rest,
  ...(rest.username === '' ? { password: '' } : password === '' ? {} : { password }),
});
