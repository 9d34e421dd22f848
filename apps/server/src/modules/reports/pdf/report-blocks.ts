import type { FigureId } from '@sergak/contract/figures/figures.rules.ts';

/** Meaning of a colour in a report; brand is the organisation's colour. */
export type Tone = 'brand' | 'good' | 'warn' | 'bad' | 'info' | 'muted';

export type Align = 'left' | 'center' | 'right';

export type ReportTable = {
  readonly type: 'table';
  readonly title?: string;
  /** Numbers are aligned right; `width` is a share of the page, by default computed from the content. */
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** The figure of each row, for columns whose figure is `row`. */
  readonly row_figures?: readonly (FigureId | null)[];
};

/** Which figure the numbers of a column are; `row`: each row has its own; `order`: they only number the rows. */
export type ColumnFigure = FigureId | 'row' | 'order';
type ReportColumn = {
  readonly title: string;
  readonly width?: number;
} & (
  | { readonly type?: 'text'; readonly figure?: ColumnFigure }
  | { readonly type: 'number' | 'percent'; readonly figure: ColumnFigure }
);

export type LineChart = {
  readonly type: 'line';
  readonly title?: string;
  /** One label on the axis for each point. */
  readonly labels: readonly string[];
  /** The days of the points, YYYY-MM-DD. They set the distances between the points, which are even without them. */
  readonly days?: readonly string[];
  /** A null is a gap in the line, not a zero. */
  readonly series: readonly {
    readonly figure: FigureId;
    readonly name: string;
    readonly values: readonly (number | null)[];
    readonly tone?: Tone;
  }[];
  readonly target?: { readonly name: string; readonly value: number };
  readonly min?: number;
  readonly max?: number;
};

type Measured = {
  readonly figure: FigureId;
  readonly label: string;
  readonly value: number;
  readonly tone?: Tone;
};
/** A line of facts, such as those of a cover; `figure` if the value is a number. */
export type Fact = { readonly label: string; readonly value: string; readonly figure?: FigureId };

/** One block of a report, as plain data that can be stored and sent. Texts are never markup. */
export type ReportBlock =
  | {
      readonly type: 'heading';
      readonly text: string;
      readonly level?: 1 | 2 | 3;
      readonly align?: Align;
      readonly new_page?: boolean;
      /** Set by the layout: the id by which the list of contents finds the page. */
      readonly anchor?: string;
    }
  | {
      readonly type: 'text';
      readonly text: string;
      readonly tone?: 'normal' | 'muted' | 'lead' | 'display';
      readonly align?: Align;
      /** The figures that the text names. */
      readonly figures?: readonly FigureId[];
    }
  | {
      readonly type: 'list';
      readonly items: readonly string[];
      readonly ordered?: boolean;
      readonly figures?: readonly FigureId[];
    }
  | { readonly type: 'facts'; readonly items: readonly Fact[] }
  | {
      readonly type: 'tiles';
      readonly tiles: readonly {
        readonly figure: FigureId;
        readonly label: string;
        readonly value: string;
        readonly hint?: string;
        readonly tone?: Tone;
      }[];
    }
  | {
      readonly type: 'funnel';
      readonly title?: string;
      /** `color`: the colour of the step, if it has one of its own. */
      readonly steps: readonly (Measured & { readonly color?: string })[];
      /** The whole of the shares; by default the value of the first step. */
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
      readonly center_figure?: FigureId;
      readonly caption?: string;
    }
  | LineChart
  | ReportTable
  | { readonly type: 'columns'; readonly columns: readonly (readonly ReportBlock[])[] }
  | { readonly type: 'qr'; readonly text: string; readonly size?: number; readonly align?: Align }
  | { readonly type: 'spacer'; readonly height: number }
  | { readonly type: 'page_break' };

export type ReportBlockOf<T extends ReportBlock['type']> = Extract<ReportBlock, { type: T }>;

/** The texts of a certificate. */
export type CertificateSpec = {
  readonly design: 'classic' | 'modern';
  readonly heading: string;
  readonly organization: string;
  /** The line before the name, and the line before the course. */
  readonly awarded: string;
  readonly completed: string;
  readonly person: string;
  readonly course: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly number: { readonly label: string; readonly value: string };
  /** Address of the public page, as a QR code with a caption. */
  readonly check: { readonly url: string; readonly caption: string };
};

/** A whole document. The fixed texts (`labels`) are passed in the language of the report. */
export type PdfSpec = {
  readonly title: string;
  readonly language: 'ru' | 'en' | 'uz';
  /** Time of creation (ISO), for the properties of the file. */
  readonly created_at: string;
  readonly author?: string;
  readonly brand?: {
    readonly color?: string;
    /** PNG or JPEG as a data address. */
    readonly logo?: string;
    /** Key of a stored logo that replaces `logo` before the document is rendered. */
    readonly logo_key?: string;
  };
  readonly page?: { readonly orientation?: 'portrait' | 'landscape' };
  /** The document is this certificate, on one page, and has no blocks. */
  readonly certificate?: CertificateSpec;
  readonly cover?: {
    readonly title: string;
    readonly subtitle?: string;
    readonly organization?: string;
    readonly facts?: readonly Fact[];
    readonly note?: string;
  };
  readonly blocks: readonly ReportBlock[];
  readonly footer?: string;
  readonly labels: {
    /** Such as «Стр. {page} из {pages}»; without it, pages have no numbers. */
    readonly page?: string;
    /** Title of the list of contents; without it, there is none. */
    readonly contents?: string;
    readonly no_data: string;
  };
  /** Leaves the text in the file readable for tests. */
  readonly uncompressed?: boolean;
};
