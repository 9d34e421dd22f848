export type HitKind = 'opened' | 'clicked' | 'opened_attachment' | 'entered_data' | 'used_page';

/** One request of a browser or a machine. Address and user agent are claims of the client: treat them as data only. */
export type Hit = {
  /** Generated when the request arrives, or sent with a repeated request, so that an event is stored once. */
  readonly id: string;
  readonly key: string;
  readonly kind: HitKind;
  readonly at: Date;
  readonly address: string | null;
  readonly userAgent: string;
  /** The request says that it is a prefetch. */
  readonly prefetch: boolean;
  /** The request looks like a browser's: it accepts pages and names its languages. */
  readonly browserLike: boolean;
  /** Whether the request loads the picture of an attachment. */
  readonly picture?: boolean;
  /** Kinds of the fields that were filled in; never what was typed. */
  readonly fields: readonly string[];
  /** The request carries the id of an event that may be stored already. */
  readonly again: boolean;
};

/** The recipient of a key, with the data that pages need. */
export type Recipient = {
  readonly campaign_id: string;
  readonly email_id: string;
  readonly address: string;
  readonly last_name: string;
  readonly first_name: string;
  readonly middle_name: string;
  readonly position: string;
  readonly department: string;
  readonly language: string | null;
};

/** The recipient of a stored event, and whether the event waits for evidence of a person. */
export type Seen = Recipient & { readonly human: boolean; readonly unconfirmed: boolean };

/** The system and browser that a user agent names. */
export type Program = { readonly userAgent: string; readonly os: string | null; readonly browser: string | null };
