export type HitKind = 'opened' | 'clicked' | 'opened_attachment' | 'entered_data';

/** One request of somebody's browser or of a machine, as it came. Address and user agent are the sender's claims: data only. */
export type Hit = {
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
};

/** The recipient a key belongs to, as stored before this batch. */
export type Recipient = {
  readonly id: number;
  readonly organization_id: string;
  readonly campaign_id: string;
  readonly email_id: string;
  readonly employee_id: string;
  readonly tracking_key: string;
  readonly address: string;
  readonly last_name: string;
  readonly first_name: string;
  readonly middle_name: string;
  readonly position: string;
  readonly department: string;
  readonly state: string;
  readonly sent_at: string | null;
  readonly result: number;
  readonly opened_at: string | null;
  readonly clicked_at: string | null;
  readonly attachment_opened_at: string | null;
  readonly entered_at: string | null;
  readonly os: string | null;
};

export type CampaignFacts = {
  readonly id: string;
  readonly status: string;
  readonly is_testing: boolean;
  readonly end_at: string;
  readonly completed_at: string | null;
  readonly redirect_page_id: string | null;
  readonly organization: {
    readonly id: string;
    readonly title: string;
    readonly language: 'ru' | 'en' | 'uz';
    readonly time_zone: string;
  };
};

/** One event as it is stored. */
export type StoredEvent = {
  readonly recipient: Recipient;
  readonly hit: Hit;
  readonly human: boolean;
  readonly verdict: string;
  readonly os: string | null;
  readonly browser: string | null;
};
/** What a batch changes of one recipient: a result only rises, a first time stays. */
export type Rise = {
  readonly recipient: Recipient;
  result: number;
  opened_at: Date | null;
  clicked_at: Date | null;
  attachment_opened_at: Date | null;
  entered_at: Date | null;
  os: string | null;
};
