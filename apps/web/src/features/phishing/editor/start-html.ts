import type { T } from '../../../shared/i18n/use-t.ts';
import { blockHtml } from './blocks.ts';

const FONT = 'font-family:Arial,Helvetica,sans-serif;';
const column = (width: number, content: string): string =>
  `<div style="max-width:${width}px;margin:0 auto;padding:32px 16px;${FONT}">\n${content}</div>\n`;

/** What a new email, landing page or redirect page begins with: the usual blocks, with texts in the language of the person. */
export const startHtml = (kind: 'email' | 'page' | 'redirect', t: T<'phishing__editor'>): string => {
  const greeting = t('visual.sample.greeting', { name: '{{first_name}}' });
  const hello = `<p style="margin:0 0 14px;${FONT}font-size:15px;line-height:22px;">${greeting}</p>\n`;
  const block = (name: 'heading' | 'text' | 'login' | 'button'): string => blockHtml(name, t, kind);
  if (kind === 'page') return column(420, block('heading') + block('text') + block('login'));
  if (kind === 'redirect') return column(560, block('heading') + hello + block('text'));
  return `${column(600, hello + block('text') + block('button'))}{{tracking}}\n`;
};
