import type { Language } from '@sergak/contract/session/session.schema.ts';
import { escapeHtml } from '@sergak/contract/text.rules.ts';
import { textsOf } from './texts.ts';

export type EmailContent = {
  readonly language: Language;
  readonly organization: string;
  readonly brandColor: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
  /** Shown large, for codes. */
  readonly code?: string;
};

/** Layout of all transactional emails: a title, plain paragraphs, one button or code. Returns HTML and plain text. */
export const layOutEmail = (c: EmailContent): { html: string; text: string } => {
  const t = textsOf(c.language, 'server');
  // Whoever learns to distrust buttons in emails must be able to check ours.
  const doubt = c.button ? t('email.doubt', { portal: new URL(c.button.url).origin }) : '';
  const paragraph = (text: string) =>
    `<p style="margin:0 0 14px;font-size:15px;line-height:1.55">${escapeHtml(text)}</p>`;
  const button = c.button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(c.button.url)}" style="background:#14573d;color:#ffffff;text-decoration:none;padding:12px 22px;border-radius:8px;font-size:15px;font-weight:600;display:inline-block">${escapeHtml(c.button.label)}</a></p>
       <p style="margin:0;font-size:13px;color:#5b6675">${t('email.copy')}<br><span style="word-break:break-all">${escapeHtml(c.button.url)}</span></p>
       <p style="margin:14px 0 0;font-size:13px;color:#5b6675">${escapeHtml(doubt)}</p>`
    : '';
  const code = c.code
    ? `<p style="margin:20px 0;font-size:34px;font-weight:700;letter-spacing:8px;font-family:Consolas,monospace">${escapeHtml(c.code)}</p>`
    : '';
  const html = `<!doctype html><html lang="${c.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;background:#f3f5f7;font-family:Arial,Helvetica,sans-serif;color:#1f2a37">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:28px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width:560px;width:100%;background:#ffffff;border:1px solid #e3e7ec;border-radius:12px">
<tr><td style="padding:22px 28px 0;border-top:4px solid ${escapeHtml(c.brandColor)};border-radius:12px 12px 0 0;font-size:13px;color:#5b6675">${escapeHtml(c.organization)}</td></tr>
<tr><td style="padding:10px 28px 26px"><h1 style="margin:0 0 16px;font-size:21px;line-height:1.3">${escapeHtml(c.title)}</h1>${c.paragraphs.map(paragraph).join('')}${code}${button}</td></tr>
</table><p style="font-size:12px;color:#5b6675;margin:14px 0 0">${t('email.automatic')}</p></td></tr></table></body></html>`;
  const text = [
    c.title,
    ...c.paragraphs,
    c.code ?? '',
    c.button ? `${c.button.label}: ${c.button.url}` : '',
    doubt,
    t('email.automatic'),
  ]
    .filter(Boolean)
    .join('\n\n');
  return { html, text };
};
