import { ownSessionsEndpoints } from '@sergak/contract/session/own-sessions.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as own from './own-sessions.service.ts';
import * as people from './person-sessions.service.ts';
import { neededProof } from './proof.service.ts';
import { listSignIns } from './sign-ins.query.ts';

export const ownSessionsRoutes = bind(ownSessionsEndpoints, {
  'session.sessions': own.listSessions,
  'session.end-others': own.endOtherSessions,
  'session.end-one': own.endOneSession,
  'session.of-person': people.countPersonSessions,
  'session.end-of-person': people.endPersonSessions,
  'session.proof': async (ctx) => ({ needs: await neededProof(ctx) }),
  'session.sign-ins': ({ tx, viewer }, paging) => listSignIns(tx, viewer.id, paging),
});
