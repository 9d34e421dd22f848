/** Values of the organisation that a chapter may show as `{{header}}`. */
export const gatewayFacts = [
  'header',
  'mail_host',
  'phishing_host',
  'portal_url',
  'report_address',
  'sender_domains',
] as const;
export type GatewayFact = (typeof gatewayFacts)[number];
