type Consent = {
  readonly consent_required: boolean;
  readonly consented_at: string | null;
  readonly consented_version: number;
  readonly consent_version: number;
};

/** Whether a person has yet to agree to the text that holds now: to any, or to one that was changed since. */
export const owesConsent = (person: Consent): boolean =>
  person.consent_required && (person.consented_at === null || person.consented_version !== person.consent_version);
