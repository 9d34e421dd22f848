import { ExtensibleFilter, type Entry } from 'ldapts';
import { type DirectoryConfig, type OpenDirectory, readEntry, searchPages } from './directory-client.ts';
import { DirectoryFault } from './directory-fault.ts';
import { dnKey, parseDn, valuesOf } from './dn.ts';

/** Groups that are read for one group of the settings, and levels of groups inside each other. */
const NESTED_GROUPS_MAX = 1_000;
const NESTED_LEVELS_MAX = 20;

/** The capability by which Active Directory names itself, and its rule that follows nested groups. */
const ACTIVE_DIRECTORY = '1.2.840.113556.1.4.800';
const IN_CHAIN = '1.2.840.113556.1.4.1941';

const anyGroup = `(|${['groupOfNames', 'groupOfUniqueNames', 'groupOfMembers', 'groupOfEntries', 'posixGroup', 'group']
  .map((name) => `(objectClass=${name})`)
  .join('')})`;

/** The attributes of an entry that can make it a member of a group, besides its name and `memberOf`. */
export const memberAttributes = ['memberOf', 'uid', 'primaryGroupID', 'gidNumber'];

/** The people of one group, with those of the groups inside it. */
type Members = {
  /** Names of entries, as {@link dnKey}. */
  readonly names: Set<string>;
  /** Login names of a posixGroup. */
  readonly uids: Set<string>;
  /** Numbers of groups that are the primary group of a person: the last part of the SID, and gidNumber. */
  readonly rids: Set<string>;
  readonly gids: Set<string>;
};
const nobody = (): Members => ({ names: new Set(), uids: new Set(), rids: new Set(), gids: new Set() });

/** The members of the groups of the settings, by {@link dnKey} of the group. */
export type Groups = ReadonlyMap<string, Members>;

/** Whether a person is in a group: by `memberOf`, by the members that the group names, or as the primary group. */
export const isIn = (groups: Groups, group: string, entry: Entry): boolean => {
  const key = dnKey(group);
  if (valuesOf(entry, 'memberOf').some((one) => dnKey(one) === key)) return true;
  const members = groups.get(key);
  if (!members) return false;
  const has = (set: ReadonlySet<string>, name: string) =>
    set.size > 0 && valuesOf(entry, name).some((one) => set.has(one));
  return (
    members.names.has(dnKey(entry.dn)) ||
    has(members.uids, 'uid') ||
    has(members.rids, 'primaryGroupID') ||
    has(members.gids, 'gidNumber')
  );
};

/** The naming context of the server that holds a DN; else the parent of the DN. */
const contextOf = (dn: string, contexts: readonly string[]): string => {
  const ends = (context: string) => dnKey(dn).endsWith(dnKey(context));
  const [longest] = contexts.filter((one) => one !== '' && ends(one)).toSorted((a, b) => b.length - a.length);
  return longest ?? dn.slice(dn.search(/(?<!\\),/) + 1);
};

type Reading = {
  readonly open: OpenDirectory;
  readonly config: DirectoryConfig;
  readonly contexts: readonly string[];
  /** The names of all groups of a naming context. */
  readonly listed: Map<string, Promise<ReadonlySet<string>>>;
};

const listGroups = async ({ open, config }: Reading, context: string): Promise<ReadonlySet<string>> => {
  const names = new Set<string>();
  try {
    for await (const page of searchPages(open, { ...config, base_dn: context, filter: anyGroup }, ['1.1']))
      for (const { dn } of page) names.add(dnKey(dn));
  } catch (error) {
    // The account may read the groups of the settings and not the whole directory.
    if (!(error instanceof DirectoryFault) || !['base_not_found', 'not_allowed', 'base_elsewhere'].includes(error.code))
      throw error;
  }
  return names;
};

const groupsNear = (reading: Reading, dn: string): Promise<ReadonlySet<string>> => {
  const context = contextOf(dn, reading.contexts);
  const listing = reading.listed.get(context) ?? listGroups(reading, context);
  reading.listed.set(context, listing);
  return listing;
};

/** The last part of a SID: the number of the group in its domain. */
const ridOf = (sid: unknown): string[] =>
  Buffer.isBuffer(sid) && sid.length >= 12 ? [String(sid.readUInt32LE(sid.length - 4))] : [];

const tooMany = (dn: string) => new DirectoryFault('filter', 'groups_many', dn);

/** Adds what a group says of its members. Returns the names of its members. */
const addMembers = (to: Members, entry: Entry): string[] => {
  // Active Directory returns long lists in parts; its rule is used instead.
  if (Object.keys(entry).some((name) => /^member;range=/i.test(name))) throw tooMany(entry.dn);
  const names = [
    ...valuesOf(entry, 'member'),
    // A unique member may have a bit string that tells namesakes apart.
    ...valuesOf(entry, 'uniqueMember').map((one) => one.replace(/#'[01]*'B$/, '')),
  ];
  for (const one of names) to.names.add(dnKey(one));
  for (const one of valuesOf(entry, 'memberUid')) to.uids.add(one);
  for (const one of valuesOf(entry, 'gidNumber')) to.gids.add(one);
  for (const one of ridOf([entry['objectSid']].flat()[0])) to.rids.add(one);
  return names;
};

/** Reads a group and the groups inside it, level by level. A group that contains itself is read once. */
const walk = async (reading: Reading, dn: string): Promise<Members> => {
  const members = nobody();
  const seen = new Set([dnKey(dn)]);
  for (let level = [dn], depth = 1; level.length > 0; depth += 1) {
    if (depth > NESTED_LEVELS_MAX) throw tooMany(dn);
    const below: string[] = [];
    for (const one of level) {
      const attributes = ['member', 'uniqueMember', 'memberUid', 'gidNumber', 'objectSid'];
      const entry = await readEntry(reading.open, one, attributes, ['objectSid']);
      if (!entry) continue;
      const names = addMembers(members, entry);
      const groups = names.length === 0 ? new Set<string>() : await groupsNear(reading, one);
      for (const name of names) {
        const key = dnKey(name);
        if (!groups.has(key) || seen.has(key)) continue;
        seen.add(key);
        below.push(name);
      }
      if (seen.size > NESTED_GROUPS_MAX) throw tooMany(dn);
    }
    level = below;
  }
  return members;
};

/** The people of a group by the rule of Active Directory, which follows nested groups itself; null if it finds nobody. */
const byRule = async ({ open, config }: Reading, dn: string): Promise<Members | null> => {
  const members = nobody();
  const also = new ExtensibleFilter({ rule: IN_CHAIN, matchType: 'memberOf', value: dn });
  try {
    for await (const page of searchPages(open, config, ['1.1'], { also }))
      for (const one of page) members.names.add(dnKey(one.dn));
  } catch (error) {
    if (!(error instanceof DirectoryFault) || error.code === 'timeout' || error.code === 'connection_closed')
      throw error;
    return null;
  }
  if (members.names.size === 0) return null;
  const entry = await readEntry(open, dn, ['objectSid'], ['objectSid']);
  if (entry) addMembers(members, entry);
  return members;
};

/** Reads the members of the groups of the settings, nested groups too. A group that cannot be found has no members. */
export const readDirectoryGroups = async (
  open: OpenDirectory,
  config: DirectoryConfig,
  groups: readonly string[],
): Promise<Groups> => {
  const found = new Map<string, Members>();
  if (groups.length === 0) return found;
  const root = await readEntry(open, '', ['namingContexts', 'supportedCapabilities']);
  const contexts = root ? valuesOf(root, 'namingContexts') : [];
  const hasRule = root !== undefined && valuesOf(root, 'supportedCapabilities').includes(ACTIVE_DIRECTORY);
  const reading: Reading = { open, config, contexts, listed: new Map() };
  for (const dn of groups) {
    if (found.has(dnKey(dn)) || parseDn(dn).length === 0) continue;
    found.set(dnKey(dn), (hasRule ? await byRule(reading, dn) : null) ?? (await walk(reading, dn)));
  }
  return found;
};

/** The groups of the settings that the directory does not show to the account. */
export const missingGroups = async (open: OpenDirectory, groups: readonly string[]): Promise<string[]> => {
  const missing: string[] = [];
  for (const dn of new Set(groups)) if (!(await readEntry(open, dn, ['1.1']))) missing.push(dn);
  return missing;
};
