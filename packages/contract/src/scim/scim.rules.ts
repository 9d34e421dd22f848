/** What a group of the provider becomes: a department, of which a person has one, or a tag, of which a person can have many. */
export const scimGroupUses = ['departments', 'tags'] as const;
export type ScimGroupUse = (typeof scimGroupUses)[number];
