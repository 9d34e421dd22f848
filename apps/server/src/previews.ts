import { previewGotcha } from './modules/campaigns/tracking/public.ts';
import { previewCaught } from './modules/settings/public.ts';
import { renderPreview } from './modules/phishing/public.ts';
import type { PreviewPage } from './platform/context.ts';

/** Pages of the content origin by kind of signed link. */
export const previews: Readonly<Record<string, PreviewPage>> = {
  'mailbox-email': previewCaught,
  'gotcha-email': previewGotcha,
  phishing: (platform, payload) => renderPreview(platform, payload as never),
};
