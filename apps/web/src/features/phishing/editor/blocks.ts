import type { T } from '../../../shared/i18n/use-t.ts';

export const emailBlocks = ['text', 'heading', 'button', 'picture', 'columns', 'divider', 'spacer', 'footer'] as const;
export const pageBlocks = [...emailBlocks, 'form', 'login', 'field'] as const;
export type BlockName = (typeof pageBlocks)[number];

/** Opens the library of pictures and returns the chosen one. */
export type PickPicture = () => Promise<{ file_id: string; name: string } | null>;

const FONT = 'font-family:Arial,Helvetica,sans-serif;';
/** A layout table, which mail programs show alike. */
const row = (cells: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${cells}</tr></table>\n`;
/** Label and input belong together by an id, which is new in each block: a page may have several of one kind. */
const field = (label: string, kind: string, type: string): string => {
  const id = `${kind}-${crypto.randomUUID().slice(0, 8)}`;
  return (
    `<p style="margin:0 0 14px;"><label for="${id}" style="display:block;margin:0 0 4px;">${label}</label>` +
    `<input id="${id}" type="${type}" data-field="${kind}" style="box-sizing:border-box;width:100%;padding:10px;border:1px solid #9aa5b1;border-radius:4px;"></p>\n`
  );
};
const submit = (label: string): string =>
  `<button type="submit" style="padding:12px 24px;border:0;border-radius:4px;background:#1f6feb;color:#ffffff;">${label}</button>\n`;

/** The HTML that a block inserts, with texts in the language of the person. */
export const blockHtml = (name: BlockName, t: T<'phishing__editor'>, target: 'email' | 'page' | 'redirect'): string => {
  const text = t('visual.sample.text');
  // Pages have no link of their own: their form leads on.
  const address = target === 'email' ? '{{link}}' : '#';
  const html: Record<BlockName, string> = {
    text: `<p style="margin:0 0 14px;${FONT}font-size:15px;line-height:22px;">${text}</p>\n`,
    heading: `<h2 style="margin:0 0 14px;${FONT}font-size:22px;line-height:28px;">${t('visual.sample.heading')}</h2>\n`,
    button: row(
      `<td align="center" style="padding:10px 0 18px;"><a href="${address}" style="display:inline-block;padding:12px 24px;border-radius:4px;background-color:#1f6feb;color:#ffffff;text-decoration:none;${FONT}font-size:15px;">${t('visual.sample.button')}</a></td>`,
    ),
    picture: '',
    columns: row(
      `<td width="50%" valign="top" style="padding:0 8px 14px 0;${FONT}font-size:15px;line-height:22px;">${text}</td><td width="50%" valign="top" style="padding:0 0 14px 8px;${FONT}font-size:15px;line-height:22px;">${text}</td>`,
    ),
    divider: '<hr style="margin:18px 0;border:0;border-top:1px solid #d0d7de;">\n',
    spacer: '<div style="height:24px;line-height:24px;font-size:1px;">&nbsp;</div>\n',
    footer: `<p style="margin:18px 0 0;${FONT}font-size:12px;line-height:18px;color:#6b7785;">{{organization}}, ${t('visual.sample.footer')}</p>\n`,
    form: `<form>\n${field(t('visual.sample.email'), 'email', 'email')}${submit(t('visual.sample.send'))}</form>\n`,
    login: `<form>\n${field(t('visual.sample.login'), 'login', 'text')}${field(t('visual.sample.password'), 'password', 'password')}${submit(t('visual.sample.sign_in'))}</form>\n`,
    field: field(t('visual.sample.email'), 'email', 'email'),
  };
  return html[name];
};

/** The picture of a library, as it is written into a text. */
export const pictureHtml = (fileId: string, alt: string): string =>
  `<img src="/lk/files/${fileId}" alt="${alt.replace(/"/g, '&quot;')}" style="max-width:100%;height:auto;">`;
