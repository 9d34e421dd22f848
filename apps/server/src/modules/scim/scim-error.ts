import { ERROR_MESSAGE, type ScimType } from '@sergak/contract/scim/scim.schema.ts';

/** An error response of RFC 7644 §3.12. `detail` is English text for the log of the identity provider. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;
  readonly retryAfter: number | undefined;
  constructor(status: number, detail: string, scimType?: ScimType, retryAfter?: number) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
    this.retryAfter = retryAfter;
  }
}

export const badRequest = (scimType: ScimType, detail: string): ScimError => new ScimError(400, detail, scimType);
export const notFound = (what: string): ScimError => new ScimError(404, `${what} not found.`);

export const errorBody = (error: ScimError) => ({
  schemas: [ERROR_MESSAGE],
  status: String(error.status),
  ...(error.scimType ? { scimType: error.scimType } : {}),
  detail: error.message,
});
