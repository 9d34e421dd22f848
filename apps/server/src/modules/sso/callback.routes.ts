import { addressOf } from '@sergak/contract/endpoint.ts';
import { screens } from '@sergak/contract/access/screens.ts';
import type { SsoFailure } from '@sergak/contract/sso/sso.rules.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { answerError } from '../../platform/http/answer-error.ts';
import { limitRate, networkOf } from '../../platform/rate.ts';
import { SsoRejected } from './failure.ts';
import { logRejection } from './rejections.service.ts';
import { RESPONSE_BYTES_MAX } from './saml-checks.ts';
import { findOrganizationOfState, readOwnMetadata, receiveOidc, receiveSaml } from './sign-in.service.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Returns of a network in 15 minutes: an office signs in behind one address. */
const RETURNS_MAX = 10_000;

/** The code that the person is told; the exact error is for the log. */
const failureOf = (error: unknown): SsoFailure => {
  if (error instanceof SsoRejected) return error.code;
  const { code } = answerError(error, '').body;
  if (code.startsWith('licence.')) return 'licence';
  if (code === 'request.rate_limited') return 'rate_limited';
  return code.startsWith('server.') || code === 'secret.lost' ? 'failed' : 'rejected';
};

/** Leads a browser that returns from a provider to our page, with a ticket or an error in the fragment (decision 0266). */
const leadBack = ({ urls }: Platform, reply: FastifyReply, fragment: string) =>
  reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(`${urls.portal}${screens['auth.sso'].path}#${fragment}`, 303);

const limitReturns = (platform: Platform, request: FastifyRequest) =>
  limitRate(platform.db, `sso-return:${networkOf(request.ip)}`, RETURNS_MAX, 900);

const queryOf = ({ url }: FastifyRequest): string => url.slice(url.indexOf('?') + 1);
/** The state of an OpenID Connect answer. */
const stateOf = (request: FastifyRequest): string =>
  (new URLSearchParams(queryOf(request)).get('state') ?? '').slice(0, 200);

/** The organisation that a return is for; undefined if there is none. */
const organizationOf = async (platform: Platform, request: FastifyRequest): Promise<string | undefined> => {
  const { organization } = request.params as { organization?: string };
  if (organization === undefined) return findOrganizationOfState(platform, stateOf(request));
  return UUID.test(organization) ? organization : undefined;
};

/** Errors of a return lead to our page, too: a person who comes from a provider must not see JSON. */
const handleErrors = (platform: Platform) => async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const code = failureOf(error);
  platform.metrics.securityEvents.inc({ event: 'sso_rejected', code });
  const facts = { err: error, request_id: request.id, code };
  if (code === 'failed') platform.log.error(facts, 'a return from a provider failed');
  // Returns past the limit are counted only: one line each would fill the log.
  else if (code !== 'rate_limited') {
    platform.log.warn(facts, 'a sign-in through a provider was rejected');
    const employeeId = error instanceof SsoRejected ? error.employeeId : undefined;
    const rejection = { code, address: request.ip, employeeId };
    await organizationOf(platform, request)
      .then((organization) => logRejection(platform, organization, rejection))
      .catch((failed: unknown) => platform.log.error({ err: failed }, 'a rejected sign-in could not be logged'));
  }
  return leadBack(platform, reply, `error=${code}`);
};

/** Adds the addresses that providers and browsers on their way back call. */
export const addSsoReturns = async (portal: FastifyInstance, platform: Platform): Promise<void> => {
  await portal.register(
    async (app) => {
      app.removeAllContentTypeParsers();
      app.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: RESPONSE_BYTES_MAX * 2 },
        async (_request: FastifyRequest, text: string) => new URLSearchParams(text),
      );
      const errorHandler = handleErrors(platform);
      const visit = (request: FastifyRequest) => ({ platform, address: request.ip });

      app.get<{ Params: { organization: string } }>('/:organization/metadata', async (request, reply) => {
        const { organization } = request.params;
        const xml = UUID.test(organization) ? await readOwnMetadata(platform, organization) : null;
        if (xml === null) throw new AppError('common.not_found');
        return reply.type('application/samlmetadata+xml; charset=utf-8').send(xml);
      });

      app.post<{ Params: { organization: string } }>(
        '/:organization/acs',
        { bodyLimit: RESPONSE_BYTES_MAX * 2, errorHandler },
        async (request, reply) => {
          await limitReturns(platform, request);
          const { organization } = request.params;
          if (!UUID.test(organization)) throw new SsoRejected('off', 'no such organisation');
          const text = request.body instanceof URLSearchParams ? request.body.get('SAMLResponse') : null;
          if (!text || !/^[A-Za-z0-9+/=\s]+$/.test(text)) throw new SsoRejected('rejected', 'no response in the form');
          const xml = Buffer.from(text, 'base64').toString('utf8');
          return leadBack(platform, reply, `ticket=${await receiveSaml(visit(request), organization, xml)}`);
        },
      );

      app.get('/callback', { errorHandler }, async (request, reply) => {
        await limitReturns(platform, request);
        const ticket = await receiveOidc(visit(request), stateOf(request), queryOf(request));
        return leadBack(platform, reply, `ticket=${ticket}`);
      });
    },
    { prefix: addressOf('/auth/sso') },
  );
};
