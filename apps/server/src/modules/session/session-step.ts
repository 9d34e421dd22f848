type Consent = {
  readonly consent_required: boolean;
  readonly consented_at: string | null;
  readonly consented_version: number;
  readonly consent_version: number;
};

/** Whether a person still has to agree to the current text, for the first time or after a change. */
export const needsConsent = (person: Consent): boolean =>
  person.consent_required && (person.consented_at === null || person.consented_version !== person.consent_version);
