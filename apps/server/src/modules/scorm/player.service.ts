import { timeOf } from '@sergak/contract/scorm/runtime.rules.ts';
import type { PlayerState } from '@sergak/contract/scorm/runtime.schema.ts';
import { language, type Language } from '@sergak/contract/session/session.schema.ts';
import type { Platform } from '../../platform/context.ts';
import { inTenant, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { textsOf } from '../../platform/texts.ts';
import { readPreviewToken, type OpenGrant, type PreviewGrant } from './launch-token.ts';
import { organizationOfToken } from './learner-token.ts';
import * as query from './runtime.query.ts';
import { openPage } from './runtime.repo.ts';
import { readStoredManifest, withPlayer } from './runtime.service.ts';

const playerTexts = (language: Language): PlayerState['texts'] => {
  const t = textsOf(language, 'scorm__server');
  return {
    contents: t('player.contents'),
    previous: t('player.previous'),
    next: t('player.next'),
    done: t('player.done'),
    failed: t('player.failed'),
    begun: t('player.begun'),
    end: t('player.end'),
    open: t('player.open'),
  };
};

/** The state of a registration as the player needs it. A review starts from the same state. */
const readState = async (tx: Tx, platform: Platform, session: query.PlayerSession): Promise<PlayerState> => {
  const manifest = await readStoredManifest(tx, session.package_id);
  const registration = (await query.findRegistration(tx, session.registration_id))!;
  const scos = await query.listScos(tx, registration.id, 'all');
  const spoken = language.catch('ru').parse(session.language);
  return {
    manifest,
    package_id: session.package_id,
    mode: session.mode,
    rule: await query.findCompletionRule(tx, registration.id),
    pages: registration.pages as readonly string[],
    learner: { id: session.employee_id, name: `${session.last_name}, ${session.first_name}`, language: spoken },
    current_sco: registration.current_sco,
    sequencing: registration.sequencing,
    scos: Object.fromEntries(
      scos.map(({ sco_id, cmi, total_seconds: seconds, completion, success, score, progress, silent }) => {
        const state = { completion, success, score, progress, silent };
        const total = manifest.standard === '1.2' ? 'cmi.core.total_time' : 'cmi.total_time';
        return [sco_id, { cmi: { ...cmi, [total]: timeOf(manifest.standard, seconds) }, state, seconds }];
      }),
    ),
    portal: platform.urls.portal,
    texts: playerTexts(spoken),
  };
};

/** What a token allows on the content origin: reading the files of one package. Undefined if it is unknown or no longer valid. */
export const readGrant = async (platform: Platform, token: string): Promise<OpenGrant | undefined> => {
  const preview = readPreviewToken(platform, token);
  if (preview) {
    const scope = { organizationId: preview.organizationId, readable: [preview.organizationId] };
    const found = await inTenant(platform.db, scope, 'read', (tx) => query.findManifest(tx, preview.packageId));
    return found && { ...preview, allowedHosts: found.allowed_hosts };
  }
  if (organizationOfToken(token) === null) return undefined;
  return withPlayer(platform, token, 'read', async (_tx, session) =>
    session.ended_by === 'superseded'
      ? undefined
      : {
          organizationId: session.organization_id,
          packageId: session.package_id,
          mode: session.mode,
          allowedHosts: session.allowed_hosts,
        },
  );
};

/** State for an administrator who looks at a package: nothing is stored. */
const browse = (platform: Platform, grant: PreviewGrant): Promise<Opened> =>
  inTenant(
    platform.db,
    { organizationId: grant.organizationId, readable: [grant.organizationId] },
    'read',
    async (tx) => {
      const found = await query.findManifest(tx, grant.packageId);
      if (!found) throw new AppError('common.not_found');
      const state: PlayerState = {
        manifest: found.manifest,
        package_id: grant.packageId,
        mode: 'browse',
        rule: found.rule,
        pages: [],
        learner: {
          id: 'preview',
          name: textsOf(grant.language, 'scorm__server')('preview_name'),
          language: grant.language,
        },
        current_sco: '',
        sequencing: null,
        scos: {},
        portal: platform.urls.portal,
        texts: playerTexts(grant.language),
      };
      return { state, title: found.title };
    },
  );

type Opened = { readonly state: PlayerState; readonly title: string };

/** Opens the page of a launch: its state and title, or null if the page was opened before. */
export const openPlayer = async (platform: Platform, token: string): Promise<Opened | null> => {
  const preview = readPreviewToken(platform, token);
  if (preview) return browse(platform, preview);
  return withPlayer(platform, token, 'write', async (tx, session) => {
    if (session.ended_by === 'superseded') throw new AppError('common.not_found');
    if (!(await openPage(tx, session.id))) return null;
    const { title } = (await query.findManifest(tx, session.package_id))!;
    return { state: await readState(tx, platform, session), title };
  });
};
