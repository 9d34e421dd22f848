export type HitKind = 'opened' | 'clicked' | 'opened_attachment' | 'entered_data' | 'used_page';

/** One request of somebody's browser or of a machine, as it came. Address and user agent are the sender's claims: data only. */
export type Hit = {
  /** Minted when the request arrives, or named by a request that is sent again: an event is stored once. */
  readonly id: string;
  readonly key: string;
  readonly kind: HitKind;
  readonly at: Date;
  readonly address: string | null;
  readonly userAgent: string;
  /** The request says that it loads ahead of a person. */
  readonly prefetch: boolean;
  /** The request looks like a browser's: it takes pages and names its languages. */
  readonly browserLike: boolean;
  /** Kinds of the fields that were filled in; never what was typed. */
  readonly fields: readonly string[];
  /** The request names an event that may be stored already. */
  readonly again: boolean;
};

/** The recipient a key belongs to: what a page needs of it. */
export type Recipient = {
  readonly campaign_id: string;
  readonly email_id: string;
  readonly address: string;
  readonly last_name: string;
  readonly first_name: string;
  readonly middle_name: string;
  readonly position: string;
  readonly department: string;
};

/** Whose event was stored, and whether it waits for evidence of a person. */
export type Seen = Recipient & { readonly human: boolean; readonly unconfirmed: boolean };

export type CampaignFacts = {
  readonly id: string;
  readonly redirect_page_id: string | null;
  readonly organization: {
    readonly id: string;
    readonly title: string;
    readonly language: 'ru' | 'en' | 'uz';
    readonly time_zone: string;
  };
};

/** What a user agent claims to be. */
export type Program = { readonly userAgent: string; readonly os: string | null; readonly browser: string | null };
