/** Largest file that can be imported, in bytes. */
export const TEMPLATE_IMPORT_BYTES = 20_000_000;
/** Files that contain an email, and perhaps emails attached to it. */
export const importEmailKinds = ['.eml', '.msg'] as const;
export const importKinds = [...importEmailKinds, '.html', '.htm', '.mhtml', '.mht', '.zip'] as const;

/** What an import changed. */
export const importChangeCodes = [
  'script',
  'frame',
  'form_target',
  'form_removed',
  'form_dropped',
  'form_wrapped',
  'form_joined',
  'form_added',
  'button_added',
  'frame_joined',
  'tracker',
  'external_picture',
  'external_style',
  'file_missing',
  'picture_taken',
  'picture_lost',
  'animation_lost',
  'style_taken',
  'link_replaced',
  'link_mailto',
  'link_unsubscribe',
  'link_disabled',
  'link_added',
  'variable_removed',
  'field_named',
  'hidden_field',
  'sender_replaced',
  'sender_missing',
  'attachment_dropped',
  'email_dropped',
  'text_only',
  'tracking_added',
  'comment_removed',
] as const;
export type ImportChangeCode = (typeof importChangeCodes)[number];

/** Maximum number of examples that the report shows of one change. */
export const IMPORT_EXAMPLES = 5;

/** Maximum number of emails of one file from which an author chooses: the saved one and those attached to it. */
export const IMPORT_EMAILS_MAX = 20;
