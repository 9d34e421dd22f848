import { childOf, manifestChildren, type XmlElement } from './manifest-xml.ts';

type Attributes = Readonly<Record<string, string>>;
type Settings = Record<string, unknown>;
export type Objectives = { readonly ids: readonly string[]; readonly passingScore: number | null };

const bool = (value: string | undefined): boolean | undefined =>
  value === undefined ? undefined : value === 'true' || value === '1';
const number = (value: string | undefined): number | undefined => {
  const parsed = value === undefined || value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(parsed) ? parsed : undefined;
};
/** Picks attributes under the names that scorm-again uses; missing attributes are left out. */
const pick = (
  from: Attributes | undefined,
  names: Readonly<Record<string, string>>,
  read: (value: string | undefined) => unknown,
): Settings =>
  Object.fromEntries(
    Object.entries(names)
      .map(([attribute, name]) => [name, read(from?.[attribute])] as const)
      .filter(([, value]) => value !== undefined),
  );
const same = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]));
const asIs = (value: string | undefined) => value;
const unlessEmpty = (settings: Settings): Settings | undefined =>
  Object.keys(settings).length > 0 ? settings : undefined;

/** The reusable sequencing of a manifest, by id. */
export const sequencingCollection = (manifest: XmlElement): ReadonlyMap<string, XmlElement> =>
  new Map(
    manifestChildren(childOf(manifest, 'sequencingCollection'), 'sequencing').map((one) => [
      one.attributes['ID'] ?? '',
      one,
    ]),
  );

/**
 * The sequencing of an item with the parts of the collection that it refers to. A part of the item itself replaces the part
 * of the collection (CAM 5.1.1).
 */
export const sequencingElementOf = (
  item: XmlElement,
  collection: ReadonlyMap<string, XmlElement>,
): XmlElement | undefined => {
  const own = childOf(item, 'sequencing');
  const shared = collection.get(own?.attributes['IDRef'] ?? '');
  if (!own || !shared) return own;
  const names = new Set(own.children.map((child) => child.name));
  const children = [...own.children, ...shared.children.filter((child) => !names.has(child.name))];
  return { name: own.name, attributes: { ...shared.attributes, ...own.attributes }, children, text: '' };
};

const mapInfo = (objective: XmlElement): Settings[] =>
  manifestChildren(objective, 'mapInfo').map(({ attributes }) => ({
    targetObjectiveID: attributes['targetObjectiveID'] ?? '',
    ...pick(
      attributes,
      same('readSatisfiedStatus', 'readNormalizedMeasure', 'writeSatisfiedStatus', 'writeNormalizedMeasure'),
      bool,
    ),
  }));

/** The further maps of SCORM 2004 4th edition, which are separate elements. */
const furtherMapInfo = (sequencing: XmlElement, id: string): Settings[] =>
  manifestChildren(childOf(sequencing, 'objectives'), 'objective')
    .filter(
      (one) =>
        one.attributes['objectiveID'] === id &&
        manifestChildren(one, 'mapInfo').some(({ attributes }) => isFurther(attributes)),
    )
    .flatMap((one) =>
      manifestChildren(one, 'mapInfo').map(({ attributes }) => ({
        targetObjectiveID: attributes['targetObjectiveID'] ?? '',
        ...pick(attributes, furtherNames, bool),
      })),
    );
const furtherNames = same(
  'readRawScore',
  'readMinScore',
  'readMaxScore',
  'readCompletionStatus',
  'readProgressMeasure',
  'writeRawScore',
  'writeMinScore',
  'writeMaxScore',
  'writeCompletionStatus',
  'writeProgressMeasure',
);
const isFurther = (attributes: Attributes) => Object.keys(furtherNames).some((name) => name in attributes);

const objectiveElements = (sequencing: XmlElement | undefined) => {
  // The extension of the 4th edition is an element of the same name with objectives that only hold maps.
  const lists = manifestChildren(sequencing, 'objectives');
  const base = lists.find((one) => childOf(one, 'primaryObjective')) ?? lists[0];
  return { primary: childOf(base, 'primaryObjective'), others: manifestChildren(base, 'objective') };
};

const minMeasure = (objective: XmlElement): number | null => {
  if (!bool(objective.attributes['satisfiedByMeasure'])) return null;
  const stated = childOf(objective, 'minNormalizedMeasure');
  return number(stated?.text) ?? 1;
};

const objectiveOf = (objective: XmlElement, sequencing: XmlElement, isPrimary: boolean): Settings => {
  const objectiveID = objective.attributes['objectiveID'] ?? '';
  return {
    objectiveID,
    isPrimary,
    satisfiedByMeasure: bool(objective.attributes['satisfiedByMeasure']) ?? false,
    minNormalizedMeasure: minMeasure(objective),
    mapInfo: [...mapInfo(objective), ...(objectiveID === '' ? [] : furtherMapInfo(sequencing, objectiveID))],
  };
};

const conditionsOf = (rule: XmlElement, list: string, item: string): Settings[] =>
  manifestChildren(childOf(rule, list), item).map(({ attributes }) => ({
    condition: attributes['condition'] ?? 'always',
    ...(attributes['operator'] === 'not' ? { operator: 'not' } : {}),
    ...pick(attributes, same('referencedObjective'), asIs),
    ...(number(attributes['measureThreshold']) === undefined
      ? {}
      : { parameters: { threshold: number(attributes['measureThreshold']) } }),
  }));

const rulesOf = (rules: XmlElement | undefined, name: string): Settings[] =>
  manifestChildren(rules, name).map((rule) => ({
    action: childOf(rule, 'ruleAction')?.attributes['action'] ?? '',
    conditionCombination: childOf(rule, 'ruleConditions')?.attributes['conditionCombination'] ?? 'all',
    conditions: conditionsOf(rule, 'ruleConditions', 'ruleCondition'),
  }));

const rollupRulesOf = (rollup: XmlElement | undefined): Settings[] =>
  manifestChildren(rollup, 'rollupRule').map((rule) => ({
    action: childOf(rule, 'rollupAction')?.attributes['action'] ?? '',
    ...pick(rule.attributes, { childActivitySet: 'consideration' }, asIs),
    ...pick(rule.attributes, { minimumCount: 'minimumCount', minimumPercent: 'minimumPercent' }, number),
    conditions: conditionsOf(rule, 'rollupConditions', 'rollupCondition'),
  }));

const controlsOf = (sequencing: XmlElement): Settings => {
  const rollup = childOf(sequencing, 'rollupRules')?.attributes;
  const random = childOf(sequencing, 'randomizationControls')?.attributes;
  const delivery = childOf(sequencing, 'deliveryControls')?.attributes;
  const choice = childOf(sequencing, 'constrainedChoiceConsiderations')?.attributes;
  return {
    ...pick(
      childOf(sequencing, 'controlMode')?.attributes,
      same(
        'choice',
        'choiceExit',
        'flow',
        'forwardOnly',
        'useCurrentAttemptObjectiveInfo',
        'useCurrentAttemptProgressInfo',
      ),
      bool,
    ),
    ...pick(choice, { preventActivation: 'preventActivation', constrainChoice: 'constrainChoice' }, bool),
    ...pick(rollup, same('rollupObjectiveSatisfied', 'rollupProgressCompletion'), bool),
    ...pick(rollup, same('objectiveMeasureWeight'), number),
    ...pick(random, same('selectionTiming', 'randomizationTiming'), asIs),
    ...pick(random, same('selectCount'), number),
    // The standard reorders children, scorm-again has a switch for each of the two moments.
    ...pick(random, { reorderChildren: 'randomizeChildren' }, bool),
    ...pick(delivery, same('completionSetByContent', 'objectiveSetByContent', 'tracked'), bool),
  };
};

const considerationsOf = (sequencing: XmlElement): Settings => {
  const { attributes } = childOf(sequencing, 'rollupConsiderations') ?? { attributes: undefined };
  return {
    ...pick(
      attributes,
      same('requiredForSatisfied', 'requiredForNotSatisfied', 'requiredForCompleted', 'requiredForIncomplete'),
      asIs,
    ),
    ...pick(attributes, same('measureSatisfactionIfActive'), bool),
  };
};

const hiddenButtons = (item: XmlElement): string[] =>
  manifestChildren(childOf(childOf(item, 'presentation'), 'navigationInterface'), 'hideLMSUI').map(({ text }) =>
    text.trim(),
  );

/** The completion threshold of the 4th edition (attributes) or of the 3rd (text); null if there is none. */
export const completionThresholdOf = (item: XmlElement): number | null => {
  const element = childOf(item, 'completionThreshold');
  if (!element) return null;
  if (element.attributes['completedByMeasure'] === undefined) return number(element.text) ?? null;
  return bool(element.attributes['completedByMeasure'])
    ? (number(element.attributes['minProgressMeasure']) ?? 1)
    : null;
};

/** Sequencing of an item or organisation as fields of an activity of scorm-again; null if the manifest states none. */
export const sequencingOf = (item: XmlElement, collection: ReadonlyMap<string, XmlElement>): Settings | null => {
  const sequencing = sequencingElementOf(item, collection);
  const hideLmsUi = hiddenButtons(item);
  if (!sequencing) return hideLmsUi.length > 0 ? { hideLmsUi } : null;
  const { primary, others } = objectiveElements(sequencing);
  const rules = childOf(sequencing, 'sequencingRules');
  const rollup = rollupRulesOf(childOf(sequencing, 'rollupRules'));
  const limits = childOf(sequencing, 'limitConditions')?.attributes;
  const sequencingRules = {
    preConditionRules: rulesOf(rules, 'preConditionRule'),
    exitConditionRules: rulesOf(rules, 'exitConditionRule'),
    postConditionRules: rulesOf(rules, 'postConditionRule'),
  };
  const settings = {
    sequencingControls: unlessEmpty(controlsOf(sequencing)),
    sequencingRules: rules ? sequencingRules : undefined,
    rollupRules: rollup.length > 0 ? { rules: rollup } : undefined,
    rollupConsiderations: unlessEmpty(considerationsOf(sequencing)),
    primaryObjective: primary && objectiveOf(primary, sequencing, true),
    objectives: others.length > 0 ? others.map((one) => objectiveOf(one, sequencing, false)) : undefined,
    ...pick(limits, same('attemptLimit'), number),
    ...pick(limits, same('attemptAbsoluteDurationLimit', 'activityAbsoluteDurationLimit'), asIs),
    hideLmsUi: hideLmsUi.length > 0 ? hideLmsUi : undefined,
  };
  const stated = Object.entries(settings).filter(([, value]) => value !== undefined);
  return stated.length > 0 ? Object.fromEntries(stated) : null;
};

/** Ids of the objectives of an item, the primary one first, and its pass mark. */
export const objectivesOf = (item: XmlElement, collection: ReadonlyMap<string, XmlElement>): Objectives => {
  const { primary, others } = objectiveElements(sequencingElementOf(item, collection));
  const ids = [primary, ...others].map((one) => one?.attributes['objectiveID'] ?? '').filter((id) => id !== '');
  return { ids: [...new Set(ids)], passingScore: primary ? minMeasure(primary) : null };
};
