import * as library from 'scorm-again/scorm12/min';
import { isRegistrationDone } from '@sergak/contract/scorm/runtime.rules.ts';
import type { Api12, Settings } from './scorm-again.ts';
import { entryOf, seedElements, storedElements, type Runtime, type RuntimeEvents } from './runtime.ts';

const { Scorm12API } = library as unknown as { Scorm12API: new (settings: Settings) => Api12 };
const STATUS = 'cmi.core.lesson_status';

type Call = (...parameters: string[]) => string;
/** What calls answer after the end of the session: the result and the error code. The library accepts them. */
const AFTER_END: Readonly<Record<string, readonly [string, string]>> = {
  LMSInitialize: ['false', '101'],
  LMSFinish: ['false', '301'],
  LMSGetValue: ['', '301'],
  LMSSetValue: ['false', '301'],
  LMSCommit: ['false', '301'],
};

/** The calls that SCOs find. After LMSFinish nothing can be read or set any more. */
const strictApi = (api: Api12, isOver: () => boolean): Readonly<Record<string, Call>> => {
  const calls = api as unknown as Record<string, Call>;
  let rejected = '0';
  const call =
    (name: string): Call =>
    (...parameters) => {
      const rejection = isOver() ? AFTER_END[name] : undefined;
      rejected = rejection?.[1] ?? '0';
      return rejection?.[0] ?? calls[name]!(...parameters);
    };
  return {
    ...Object.fromEntries(Object.keys(AFTER_END).map((name) => [name, call(name)])),
    LMSGetLastError: () => (rejected === '0' ? calls['LMSGetLastError']!() : rejected),
    LMSGetErrorString: (code) => calls['LMSGetErrorString']!(code!),
    LMSGetDiagnostic: (code) => calls['LMSGetDiagnostic']!(code!),
  };
};

/** The API of SCORM 1.2, as `window.API`. Its verdicts are the server's: it neither overrides nor completes by itself. */
export const createRuntime12 = (events: RuntimeEvents): Runtime => {
  const api = new Scorm12API({
    autocommit: false,
    mastery_override: false,
    dataCommitFormat: 'flattened',
    logLevel: 5,
  });
  let initial = '';
  let setByContent = false;
  let running = false;
  let over = false;
  Object.assign(globalThis, { API: strictApi(api, () => over) });
  api.on('LMSInitialize', () => (running = true));
  api.on('LMSSetValue.cmi.*', (element: string, value: unknown) => {
    setByContent ||= element === STATUS;
    events.changed(element, String(value).length);
  });
  api.on('LMSCommit', () => events.commit());
  api.on('LMSFinish', () => {
    over ||= running;
    running = false;
    events.ended({ to: 'nothing' });
  });
  return {
    sequencer: null,
    isRunning: () => running,
    terminate: () => void api.LMSFinish(''),
    open(item, stored, { learner, mode, scos }) {
      api.reset(undefined, { preserveListeners: true });
      running = false;
      over = false;
      setByContent = false;
      initial = stored[STATUS] ?? '';
      const savedState = scos[item.id]?.state;
      api.loadFromFlattenedJSON({
        ...seedElements(stored),
        'cmi.core.student_id': learner.id,
        'cmi.core.student_name': learner.name,
        'cmi.core.credit': mode === 'normal' ? 'credit' : 'no-credit',
        'cmi.core.lesson_mode': mode,
        'cmi.core.entry': entryOf(stored, savedState !== undefined && isRegistrationDone(savedState)),
        [STATUS]: initial || 'not attempted',
        'cmi.launch_data': item.launch_data,
        'cmi.student_data.mastery_score': item.mastery_score === null ? '' : String(item.mastery_score),
        'cmi.student_data.max_time_allowed': item.max_time_allowed,
        'cmi.student_data.time_limit_action': item.time_limit_action,
      });
    },
    snapshot() {
      const { [STATUS]: status, ...elements } = storedElements(api.renderCommitCMI(true) as Record<string, unknown>);
      // At the end the library sets a status for a SCO that never did; whether such a SCO is done is decided by the server.
      const known = setByContent ? status! : initial;
      return known === '' ? elements : { ...elements, [STATUS]: known };
    },
  };
};
