import { X509Certificate } from 'node:crypto';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { ssoEndpoints } from '@sergak/contract/sso/sso.endpoints.ts';
import type { SsoCode, SsoStep } from '@sergak/contract/sso/sso.rules.ts';
import type { SsoDiagnosis } from '@sergak/contract/sso/sso.schema.ts';
import { iso, now } from '../../platform/clock.ts';
import type { OwnCtx, Platform } from '../../platform/context.ts';
import { CERTIFICATE, diagnose, networkCodes, StepFault } from '../../platform/diagnosis.ts';
import { requireCertificates } from '../../platform/authorities.ts';
import { AppError } from '../../platform/errors.ts';
import { limitRate } from '../../platform/rate.ts';
import {
  AddressRejected,
  isLoopbackUrl,
  requestGuarded,
  type ReceivedResponse,
} from '../../platform/guarded-request.ts';
import { mayUseLoopback, REJECTED } from '../../platform/outgoing.ts';
import { readProviderCertificates } from './settings.service.ts';

type In = Input<(typeof ssoEndpoints)['sso.test']>;
type Step = readonly [SsoStep, () => Promise<string>];

/** Why a step failed. The message is the answer of the server or the system. */
class Failed extends Error {
  readonly code: SsoCode;
  constructor(code: SsoCode, detail: string) {
    super(detail);
    this.code = code;
  }
}

const codes: Readonly<Record<string, SsoCode>> = {
  ...networkCodes,
  ENOTFOUND: 'host_not_found',
  EAI_AGAIN: 'host_not_found',
  ABORT_ERR: 'timeout',
};
const codeOf = (error: Error): SsoCode => {
  if (error instanceof Failed) return error.code;
  if (error instanceof AddressRejected) return 'address_not_allowed';
  const code = 'code' in error ? String(error.code) : '';
  if (CERTIFICATE.test(code) || /_SSL_|_TLS_/.test(code)) return 'tls_certificate';
  return codes[code] ?? 'unavailable';
};
const asFault = (step: SsoStep, error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const code = codeOf(error);
  // A closed port and an address that is not allowed get one answer, so that a test lists no open ports.
  return new StepFault(step, code, code === 'connection_refused' ? REJECTED : error.message.slice(0, 300));
};

type Way = { readonly platform: Platform; readonly loopback: boolean; readonly ca: string };

const ask = async ({ platform, ...way }: Way, address: string): Promise<ReceivedResponse> => {
  if (!URL.canParse(address)) throw new Failed('host_not_found', address);
  return requestGuarded(platform, address, way);
};

const askForJson = async (way: Way, address: string): Promise<Record<string, unknown>> => {
  const got = await ask(way, address);
  try {
    const found: unknown = got.status === 200 ? JSON.parse(got.body.toString('utf8')) : null;
    if (typeof found === 'object' && found !== null) return found as Record<string, unknown>;
  } catch {
    // Reported below: the answer is not JSON.
  }
  throw new Failed('no_provider', `HTTP ${got.status} ${address}`);
};

const samlSteps = (way: Way, input: In): Step[] => [
  [
    'certificates',
    async () => {
      const ends = readProviderCertificates(input.idp_certificates).map(
        (pem) => new Date(new X509Certificate(pem).validTo),
      );
      const last = ends.toSorted((a, b) => b.getTime() - a.getTime())[0];
      if (!last) throw new Failed('certificate_expired', '');
      if (last <= now()) throw new Failed('certificate_expired', iso(last));
      return iso(last);
    },
  ],
  [
    'address',
    async () => {
      // A page for signing in may answer a call without a request with an error of its own, but it is there.
      const { status } = await ask(way, input.idp_sso_url);
      if (status === 404 || status >= 500) throw new Failed('no_provider', `HTTP ${status}`);
      return `HTTP ${status}`;
    },
  ],
];

/** Addresses in the answers of a provider elsewhere do not lead to this machine. */
const isOnThisMachine = ({ protocol, idp_sso_url, issuer }: In): boolean =>
  isLoopbackUrl(protocol === 'saml' ? idp_sso_url : issuer);

/** A missing slash after the host makes no difference. */
const isSameAddress = (given: unknown, expected: string): boolean =>
  typeof given === 'string' && URL.canParse(given) && new URL(given).href === new URL(expected).href;

const oidcSteps = (way: Way, { issuer }: In): Step[] => {
  let found: Record<string, unknown> = {};
  return [
    [
      'address',
      async () => {
        found = await askForJson(way, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
        return issuer;
      },
    ],
    [
      'discovery',
      async () => {
        if (!isSameAddress(found['issuer'], issuer)) throw new Failed('issuer_differs', String(found['issuer']));
        const methods = found['code_challenge_methods_supported'];
        // A provider that does not list its methods may support S256 all the same.
        if (Array.isArray(methods) && !methods.includes('S256')) throw new Failed('pkce_missing', methods.join(', '));
        if (typeof found['authorization_endpoint'] !== 'string' || typeof found['token_endpoint'] !== 'string')
          throw new Failed('no_provider', '');
        return String(found['authorization_endpoint']);
      },
    ],
    [
      'keys',
      async () => {
        const { keys } = await askForJson(way, String(found['jwks_uri'] ?? ''));
        if (!Array.isArray(keys) || keys.length === 0) throw new Failed('keys_missing', '');
        return String(keys.length);
      },
    ],
  ];
};

/** Checks the provider of the form, for its author. */
export const testProvider = async (ctx: OwnCtx, input: In): Promise<SsoDiagnosis> => {
  const { platform, viewer } = ctx;
  requireCertificates(input.ca);
  await limitRate(platform.db, `sso-provider:${viewer.id}`, 20, 300);
  return diagnoseProvider(platform, input, await mayUseLoopback(ctx));
};

/**
 * Checks a provider step by step, without signing in; stops at the first step that fails. `mayUseLoopback`: the provider may be on
 * this machine.
 */
export const diagnoseProvider = async (
  platform: Platform,
  input: In,
  mayUseLoopback: boolean,
): Promise<SsoDiagnosis> => {
  const way = { platform, loopback: mayUseLoopback && isOnThisMachine(input), ca: input.ca };
  const steps = input.protocol === 'saml' ? samlSteps(way, input) : oidcSteps(way, input);
  const names = steps.map(([step]) => step);
  const diagnosis = await diagnose<SsoStep, SsoCode, void>(names, '', async (onStep) => {
    for (const [step, run] of steps)
      onStep(
        step,
        await run().catch((error: unknown) => {
          throw asFault(step, error);
        }),
      );
  });
  return { ok: diagnosis.ok, steps: diagnosis.steps };
};
