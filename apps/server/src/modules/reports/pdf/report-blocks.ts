/** What a colour means in a report; brand is the organisation's own. */
export type Tone = 'brand' | 'good' | 'warn' | 'bad' | 'info' | 'muted';

export type Align = 'left' | 'center' | 'right';

export type ReportTable = {
  readonly type: 'table';
  readonly title?: string;
  /** Numbers stand on the right; `width` is a share of the page beside the other columns, by default from the content. */
  readonly columns: readonly {
    readonly title: string;
    readonly width?: number;
    readonly type?: 'text' | 'number' | 'percent';
  }[];
  readonly rows: readonly (readonly (string | number | null)[])[];
};

export type LineChart = {
  readonly type: 'line';
  readonly title?: string;
  /** One label for each point, as written under the axis. */
  readonly labels: readonly string[];
  /** A null is a gap in the line, not a zero. */
  readonly series: readonly {
    readonly name: string;
    readonly values: readonly (number | null)[];
    readonly tone?: Tone;
  }[];
  readonly target?: { readonly name: string; readonly value: number };
  readonly min?: number;
  readonly max?: number;
};

type Measured = { readonly label: string; readonly value: number; readonly tone?: Tone };

/** One piece of a report: pure data, so that any report can be stored, posted and rendered. Texts are never markup. */
export type ReportBlock =
  | {
      readonly type: 'heading';
      readonly text: string;
      readonly level?: 1 | 2 | 3;
      readonly align?: Align;
      readonly new_page?: boolean;
    }
  | {
      readonly type: 'text';
      readonly text: string;
      readonly tone?: 'normal' | 'muted' | 'lead' | 'display';
      readonly align?: Align;
    }
  | { readonly type: 'list'; readonly items: readonly string[]; readonly ordered?: boolean }
  | { readonly type: 'facts'; readonly items: readonly { readonly label: string; readonly value: string }[] }
  | {
      readonly type: 'tiles';
      readonly tiles: readonly {
        readonly label: string;
        readonly value: string;
        readonly hint?: string;
        readonly tone?: Tone;
      }[];
    }
  | {
      readonly type: 'funnel';
      readonly title?: string;
      /** `color`: of the step, where it has one of its own. */
      readonly steps: readonly (Measured & { readonly color?: string })[];
      /** What the shares are of, where not of the first step. */
      readonly of?: number;
    }
  | {
      readonly type: 'bars';
      readonly title?: string;
      readonly items: readonly (Measured & { readonly text?: string })[];
      readonly max?: number;
    }
  | {
      readonly type: 'donut';
      readonly title?: string;
      readonly parts: readonly Measured[];
      readonly center?: string;
      readonly caption?: string;
    }
  | LineChart
  | ReportTable
  | { readonly type: 'columns'; readonly columns: readonly (readonly ReportBlock[])[] }
  | { readonly type: 'qr'; readonly text: string; readonly size?: number; readonly align?: Align }
  | { readonly type: 'spacer'; readonly height: number }
  | { readonly type: 'page_break' };

export type ReportBlockOf<T extends ReportBlock['type']> = Extract<ReportBlock, { type: T }>;

/** A whole document. Words of the frame come in with it (`labels`), in the language of the report. */
export type PdfSpec = {
  readonly title: string;
  readonly language: 'ru' | 'en' | 'uz';
  /** ISO moment of making, for the file's own properties. */
  readonly created_at: string;
  readonly author?: string;
  readonly brand?: { readonly color?: string; /** PNG or JPEG as a data address. */ readonly logo?: string };
  /** The frame is for certificates: a double line around each page in the organisation's colour. */
  readonly page?: { readonly orientation?: 'portrait' | 'landscape'; readonly frame?: boolean };
  readonly cover?: {
    readonly title: string;
    readonly subtitle?: string;
    readonly organization?: string;
    readonly facts?: readonly { readonly label: string; readonly value: string }[];
    readonly note?: string;
  };
  readonly blocks: readonly ReportBlock[];
  readonly footer?: string;
  readonly labels: {
    /** Such as «Стр. {page} из {pages}»; left out, pages carry no numbers. */
    readonly page?: string;
    readonly no_data: string;
  };
  /** Leaves the text of the file readable for checks. */
  readonly uncompressed?: boolean;
};
