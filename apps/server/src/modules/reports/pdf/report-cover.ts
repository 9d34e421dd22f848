import type { Content } from 'pdfmake';
import type { PdfSpec } from './report-blocks.ts';
import { mix, page, plain, type ReportStyle } from './report-style.ts';

const BAND = 300;
/** Height of the texts at the end of the band: room for titles of 300 characters. */
const TITLES = 175;
/** Long titles are smaller, so that the title stays inside the band. */
const titleSize = ({ length }: string): number => (length > 200 ? 15 : length > 120 ? 18 : length > 60 ? 24 : 32);

/** The first page: a band in the organisation's colour with the title, followed by subject, author and date. */
export const coverContent = (spec: PdfSpec, style: ReportStyle): Content[] => {
  const cover = spec.cover!;
  const landscape = spec.page?.orientation === 'landscape';
  const wide = landscape ? page.long : page.short;
  const high = landscape ? page.short : page.long;
  const band = landscape ? BAND * 0.75 : BAND;
  return [
    {
      absolutePosition: { x: 0, y: 0 },
      canvas: [
        { type: 'rect', x: 0, y: 0, w: wide, h: band, color: style.colors.brand },
        { type: 'rect', x: 0, y: band, w: wide, h: 5, color: mix(style.colors.brand, '#ffffff', 0.55) },
      ],
    },
    ...logo(spec.brand?.logo),
    {
      absolutePosition: { x: page.margin, y: band - TITLES },
      columns: [
        {
          width: style.width,
          stack: [
            {
              text: plain(cover.title, 400),
              fontSize: titleSize(cover.title),
              bold: true,
              color: '#ffffff',
              lineHeight: 1.1,
            },
            ...(cover.subtitle
              ? [
                  {
                    text: plain(cover.subtitle, 300),
                    fontSize: 14,
                    color: '#ffffff',
                    margin: [0, 8, 0, 0] as [number, number, number, number],
                  },
                ]
              : []),
          ],
        },
      ],
    },
    {
      margin: [0, band + 30 - page.margin, 0, 0],
      stack: [
        ...(cover.organization
          ? [
              {
                text: plain(cover.organization, 400),
                fontSize: cover.organization.length > 120 ? 12 : 18,
                bold: true,
                margin: [0, 0, 0, 16] as [number, number, number, number],
              },
            ]
          : []),
        ...(cover.facts ?? []).slice(0, 12).map(({ label, value }): Content => ({
          margin: [0, 0, 0, 7],
          columns: [
            { width: 150, text: plain(label, 80), color: style.colors.soft },
            { width: style.width - 150, text: plain(value, 500) },
          ],
        })),
      ],
    },
    ...(cover.note
      ? [
          {
            absolutePosition: { x: page.margin, y: high - 90 },
            columns: [{ width: style.width, text: plain(cover.note, 400), fontSize: 9, color: style.colors.soft }],
          },
        ]
      : []),
    { text: '', pageBreak: 'after' },
  ];
};

/** Accepts only embedded pictures; any other address is ignored. */
const logo = (image: string | undefined): Content[] =>
  image && /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/=]+$/.test(image)
    ? [
        {
          absolutePosition: { x: page.margin, y: page.margin },
          table: { body: [[{ image, fit: [150, 48], fillColor: '#ffffff', margin: [8, 6, 8, 6] }]] },
          layout: 'noBorders',
        },
      ]
    : [];
