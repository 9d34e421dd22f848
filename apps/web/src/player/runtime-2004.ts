import * as library from 'scorm-again/scorm2004/min';
import { isRegistrationDone, isSequenced } from '@sergak/contract/scorm/runtime.rules.ts';
import type { PlayerState } from '@sergak/contract/scorm/runtime.schema.ts';
import type { Api2004, Settings } from './scorm-again.ts';
import { activityTree, asSuspended } from './sequencing.ts';
import {
  entryOf,
  seedElements,
  storedElements,
  type Runtime,
  type RuntimeEvents,
  type Sequencer,
  type Wish,
} from './runtime.ts';

/** Elements that have a value although the SCO has never set one: only what it set itself is stored. */
const STATUSES = ['cmi.completion_status', 'cmi.success_status'];

const { Scorm2004API } = library as unknown as { Scorm2004API: new (settings: Settings) => Api2004 };

/** Navigation requests of a SCO. Several of them end the visit: the learner returns to the course. */
const wishOf = (request: string): Wish => {
  const target = /^\{target=([^}]+)\}(?:choice|jump)$/.exec(request)?.[1];
  if (target) return { to: 'part', id: target };
  if (request === 'continue') return { to: 'next' };
  if (request === 'previous') return { to: 'previous' };
  return ['exitAll', 'suspendAll', 'abandonAll'].includes(request) ? { to: 'leave' } : { to: 'nothing' };
};

const createSequencer = (api: Api2004, rootId: string): Sequencer => ({
  begin(stored, events) {
    api.setSequencingEventListeners({
      onActivityDelivery: (activity) => events.deliver(activity.id),
      onSequencingSessionEnd: () => events.over(),
      onNavigationValidityUpdate: ({ continue: next, previous, choice }) => events.allowed({ next, previous, choice }),
    });
    const resumed = stored !== null && api.deserializeSequencingState(asSuspended(stored));
    return (resumed && api.processNavigationRequest('resumeAll')) || api.processNavigationRequest('start');
  },
  request: (request, id) => api.processNavigationRequest(request, id),
  serialize: () => api.serializeSequencingState(),
  root() {
    const data = api.getActivityTrackingData(rootId);
    const success = data?.successStatus;
    return {
      completion:
        data?.completionStatus === 'completed'
          ? 'completed'
          : data?.completionStatus === 'incomplete'
            ? 'incomplete'
            : 'not_attempted',
      success: success === 'passed' || success === 'failed' ? success : 'unknown',
      score: typeof data?.score === 'number' ? Math.min(100, Math.max(0, data.score * 100)) : null,
    };
  },
});

/** The API of SCORM 2004, as `window.API_1484_11`, with sequencing where the manifest has any. */
export const createRuntime2004 = (events: RuntimeEvents, { manifest }: PlayerState): Runtime => {
  const sequenced = isSequenced(manifest);
  const tree = activityTree(manifest);
  const api = new Scorm2004API({
    autocommit: false,
    dataCommitFormat: 'flattened',
    logLevel: 5,
    ...(sequenced ? { sequencing: { activityTree: tree } } : {}),
  });
  Object.assign(globalThis, { API_1484_11: api });
  let running = false;
  let wish: Wish = { to: 'nothing' };
  const said = new Set<string>();
  api.on('Initialize', () => (running = true));
  api.on('SetValue.cmi.*', (element: string, value: unknown) => {
    said.add(element);
    events.changed(element, String(value).length);
  });
  api.on('SetValue.adl.nav.request', (_element: string, value: unknown) => (wish = wishOf(String(value))));
  api.on('Commit', () => events.commit());
  api.on('Terminate', () => {
    running = false;
    events.ended(wish);
  });
  return {
    sequencer: sequenced ? createSequencer(api, tree.id) : null,
    isRunning: () => running,
    terminate: () => void api.Terminate(''),
    open(item, stored, { learner, mode, scos }) {
      api.reset(undefined, { preserveListeners: true });
      running = false;
      wish = { to: 'nothing' };
      said.clear();
      for (const name of Object.keys(stored)) said.add(name);
      const savedState = scos[item.id]?.state;
      const objectives = sequenced ? [] : item.objectives.map((id, n) => [`cmi.objectives.${n}.id`, id] as const);
      const numberOf = (value: number | null): string => (value === null ? '' : String(value));
      api.loadFromFlattenedJSON({
        ...Object.fromEntries(objectives),
        ...seedElements(stored),
        'cmi.learner_id': learner.id,
        'cmi.learner_name': learner.name,
        'cmi.credit': mode === 'normal' ? 'credit' : 'no-credit',
        'cmi.mode': mode,
        'cmi.entry': entryOf(stored, savedState !== undefined && isRegistrationDone(savedState)),
        'cmi.launch_data': item.launch_data,
        'cmi.max_time_allowed': item.max_time_allowed,
        'cmi.time_limit_action': item.time_limit_action,
        'cmi.completion_threshold': numberOf(item.completion_threshold),
        'cmi.scaled_passing_score': numberOf(item.scaled_passing_score),
      });
    },
    snapshot: () =>
      Object.fromEntries(
        Object.entries(storedElements(api.renderCommitCMI(true) as Record<string, unknown>)).filter(
          ([name]) => !STATUSES.includes(name) || said.has(name),
        ),
      ),
  };
};
