import type { Content } from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { CertificateSpec, PdfSpec } from './report-blocks.ts';
import { mix, page, plain, type ReportStyle } from './report-style.ts';

const WIDE = page.long;
const HIGH = page.short;
const BAND = 232;
const QR = 102;

/** The document of a certificate: one landscape page in one of two designs. */
export const certificateDocument = (spec: PdfSpec, one: CertificateSpec, style: ReportStyle): TDocumentDefinitions => {
  const design = one.design === 'modern' ? modern : classic;
  return {
    pageSize: 'A4',
    pageOrientation: 'landscape',
    info: {
      title: plain(spec.title, 300),
      author: plain(spec.author ?? '', 300),
      creator: '',
      producer: '',
      creationDate: new Date(spec.created_at),
    },
    language: spec.language,
    displayTitle: true,
    compress: !spec.uncompressed,
    defaultStyle: { font: 'Roboto', fontSize: 12, lineHeight: 1.15, color: style.colors.ink },
    ...design(one, style, spec.brand?.logo),
  };
};

type Design = (
  one: CertificateSpec,
  style: ReportStyle,
  logo: string | undefined,
) => Pick<TDocumentDefinitions, 'content' | 'background' | 'pageMargins'>;

/** The largest size at which a text of this length fits into two lines. */
const sizeOf = (text: string, sizes: readonly [number, number, number, number]): number =>
  text.length <= 28 ? sizes[0] : text.length <= 48 ? sizes[1] : text.length <= 90 ? sizes[2] : sizes[3];

const facts = (one: CertificateSpec, style: ReportStyle, width: number): Content => ({
  columns: [...one.facts, one.number].map(({ label, value }, i, all) => ({
    // the number is the longest value
    width: i === all.length - 1 ? '*' : (width - 150) / (all.length - 1) - 8,
    stack: [
      { text: plain(label, 60), fontSize: 8.2, color: style.colors.soft },
      { text: plain(value, 60), fontSize: 12, bold: true, margin: [0, 2, 0, 0] },
    ],
  })),
  columnGap: 8,
});

/** The QR code with its caption. `x` is the left edge of the column, `bottom` its lowest line. */
const code = (one: CertificateSpec, x: number, bottom: number, color: string): Content => ({
  absolutePosition: { x, y: bottom - QR - 24 },
  columns: [
    {
      width: QR + 40,
      stack: [
        { qr: plain(one.check.url, 1000), fit: QR, eccLevel: 'L', foreground: color, alignment: 'center' },
        {
          text: plain(one.check.caption, 120),
          fontSize: 7.5,
          alignment: 'center',
          color: '#5d6965',
          margin: [0, 5, 0, 0],
        },
      ],
    },
  ],
});

/** A centred page inside a double frame. */
const classic: Design = (one, style, logo) => {
  const { brand, soft, ink } = style.colors;
  const side = 84;
  const rule = (width: number): Content => ({
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.8, lineColor: mix(brand, '#ffffff', 0.4) }],
    margin: [(WIDE - 2 * side - width) / 2, 8, 0, 18],
  });
  return {
    pageMargins: [side, 58, side, 40],
    background: () => ({
      canvas: [
        { type: 'rect', x: 18, y: 18, w: WIDE - 36, h: HIGH - 36, lineWidth: 2.5, lineColor: brand },
        { type: 'rect', x: 24, y: 24, w: WIDE - 48, h: HIGH - 48, lineWidth: 0.7, lineColor: brand },
      ],
    }),
    content: [
      logo
        ? { image: logo, fit: [190, 48], alignment: 'center', margin: [0, 0, 0, 8] }
        : { text: ' ', fontSize: 1, margin: [0, 24, 0, 0] },
      { text: plain(one.organization, 160), fontSize: 12, alignment: 'center', color: soft, margin: [0, 0, 0, 24] },
      {
        text: plain(one.heading, 40).toUpperCase(),
        fontSize: 40,
        bold: true,
        alignment: 'center',
        color: brand,
        characterSpacing: 5,
      },
      { text: plain(one.awarded, 100), alignment: 'center', color: soft, margin: [0, 20, 0, 12] },
      {
        text: plain(one.person, 200),
        fontSize: sizeOf(one.person, [30, 26, 20, 15]),
        bold: true,
        alignment: 'center',
        color: ink,
      },
      rule(360),
      { text: plain(one.completed, 100), alignment: 'center', color: soft, margin: [0, 0, 0, 12] },
      {
        text: plain(one.course, 255),
        fontSize: sizeOf(one.course, [22, 20, 17, 13]),
        bold: true,
        alignment: 'center',
        color: brand,
      },
      { absolutePosition: { x: side, y: 486 }, columns: [{ width: 510, stack: [facts(one, style, 510)] }] },
      code(one, WIDE - side - QR - 30, 530, ink),
    ],
  };
};

/** The logo on white, and the name of the organisation below it. */
const organizationInBand = (one: CertificateSpec, logo: string | undefined): Content[] => [
  ...(logo
    ? [
        {
          absolutePosition: { x: 40, y: 58 },
          columns: [
            {
              width: BAND - 80,
              image: logo,
              fit: [BAND - 80, 56] as [number, number],
              alignment: 'center' as const,
            },
          ],
        },
      ]
    : []),
  {
    absolutePosition: { x: 28, y: logo ? 148 : 84 },
    columns: [
      {
        width: BAND - 56,
        text: plain(one.organization, 160),
        fontSize: sizeOf(one.organization, [17, 14, 12, 10]),
        bold: true,
        color: '#ffffff',
      },
    ],
  },
];

/** A coloured band with the organisation on the left, the text aligned left next to the band. */
const modern: Design = (one, style, logo) => {
  const { brand, soft, ink } = style.colors;
  const left = BAND + 48;
  const width = WIDE - left - 48;
  return {
    pageMargins: [left, 84, 48, 40],
    background: () => ({
      canvas: [
        { type: 'rect', x: 0, y: 0, w: BAND, h: HIGH, color: brand },
        {
          type: 'polyline',
          lineWidth: 0,
          closePath: true,
          color: mix(brand, '#000000', 0.16),
          points: [
            { x: 0, y: HIGH - 210 },
            { x: BAND, y: HIGH },
            { x: 0, y: HIGH },
          ],
        },
        { type: 'rect', x: BAND, y: 0, w: 6, h: HIGH, color: mix(brand, '#ffffff', 0.6) },
        ...(logo ? [{ type: 'rect' as const, x: 26, y: 44, w: BAND - 52, h: 84, r: 10, color: '#ffffff' }] : []),
      ],
    }),
    content: [
      ...organizationInBand(one, logo),
      { text: plain(one.heading, 40), fontSize: 44, bold: true, color: ink },
      { canvas: [{ type: 'rect', x: 0, y: 0, w: 64, h: 5, color: brand }], margin: [0, 8, 0, 38] },
      { text: plain(one.awarded, 100), color: soft, margin: [0, 0, 0, 4] },
      {
        text: plain(one.person, 200),
        fontSize: sizeOf(one.person, [30, 25, 19, 14]),
        bold: true,
        margin: [0, 0, 0, 28],
      },
      { text: plain(one.completed, 100), color: soft, margin: [0, 0, 0, 4] },
      { text: plain(one.course, 255), fontSize: sizeOf(one.course, [22, 19, 16, 13]), bold: true, color: brand },
      {
        absolutePosition: { x: left, y: 486 },
        columns: [{ width: width - QR - 40, stack: [facts(one, style, width - QR - 40)] }],
      },
      code(one, WIDE - 34 - QR - 40, 530, ink),
    ],
  };
};
