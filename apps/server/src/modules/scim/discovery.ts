import {
  ENTERPRISE_SCHEMA,
  GROUP_SCHEMA,
  LIST_MESSAGE,
  SCIM_BASE,
  SCIM_PAGE_MAX,
  USER_SCHEMA,
} from '@sergak/contract/scim/scim.schema.ts';

const CONFIG = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const RESOURCE_TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

/** The features that this server supports (RFC 7643 §5). */
export const providerConfig = (base: string) => ({
  schemas: [CONFIG],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: SCIM_PAGE_MAX },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token made by an administrator on the settings page of the portal.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}${SCIM_BASE}/ServiceProviderConfig` },
});

const typeOf = (base: string, name: 'User' | 'Group', schema: string, extensions: object[]) => ({
  schemas: [RESOURCE_TYPE],
  id: name,
  name,
  endpoint: `/${name}s`,
  description: name === 'User' ? 'An employee.' : 'A department or a tag.',
  schema,
  schemaExtensions: extensions,
  meta: { resourceType: 'ResourceType', location: `${base}${SCIM_BASE}/ResourceTypes/${name}` },
});
export const resourceTypes = (base: string) => [
  typeOf(base, 'User', USER_SCHEMA, [{ schema: ENTERPRISE_SCHEMA, required: false }]),
  typeOf(base, 'Group', GROUP_SCHEMA, []),
];

type Changes = {
  type?: string;
  multiValued?: boolean;
  required?: boolean;
  caseExact?: boolean;
  mutability?: string;
  uniqueness?: string;
  subAttributes?: object[];
};
const attribute = (name: string, description: string, changes: Changes = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...changes,
});
const schemaOf = (base: string, id: string, name: string, description: string, attributes: object[]) => ({
  schemas: [SCHEMA],
  id,
  name,
  description,
  attributes,
  meta: { resourceType: 'Schema', location: `${base}${SCIM_BASE}/Schemas/${id}` },
});

const flag = (name: string, description: string) => attribute(name, description, { type: 'boolean' });
const member = [
  attribute('value', 'Id of the user or group.', { mutability: 'immutable', caseExact: true }),
  attribute('display', 'Name of the member.', { mutability: 'readOnly' }),
  attribute('type', '“User” or “Group”.', { mutability: 'immutable' }),
];

export const schemas = (base: string) => [
  schemaOf(base, USER_SCHEMA, 'User', 'An employee.', [
    attribute('userName', 'Name at the provider; used as the email address if “emails” has none.', {
      required: true,
      uniqueness: 'server',
    }),
    attribute('externalId', 'Id at the provider.', { caseExact: true }),
    attribute('name', 'The parts of the name.', {
      type: 'complex',
      subAttributes: [
        attribute('familyName', 'Last name.'),
        attribute('givenName', 'First name.'),
        attribute('middleName', 'Middle name.'),
        attribute('formatted', 'The full name; used if the parts are missing.'),
      ],
    }),
    attribute('displayName', 'The full name.'),
    attribute('title', 'Position.'),
    flag('active', 'false: removed, and can be restored for 30 days.'),
    attribute('emails', 'Emails are sent to the work address.', {
      type: 'complex',
      multiValued: true,
      subAttributes: [attribute('value', 'Address.'), attribute('type', '“work”.'), flag('primary', 'Always true.')],
    }),
    attribute('groups', 'The department, or the tags that are groups.', {
      type: 'complex',
      multiValued: true,
      mutability: 'readOnly',
      subAttributes: member,
    }),
  ]),
  schemaOf(base, ENTERPRISE_SCHEMA, 'EnterpriseUser', 'The place of an employee in the organisation.', [
    attribute('department', 'Title or path of the department: “Head office / Finance”.'),
  ]),
  schemaOf(base, GROUP_SCHEMA, 'Group', 'A department or a tag.', [
    attribute('displayName', 'Title or path of the department, or title of the tag.', {
      required: true,
      uniqueness: 'server',
    }),
    attribute('externalId', 'Id at the provider.', { caseExact: true }),
    attribute(
      'members',
      'People of the department and the departments directly below it, or the people with the tag.',
      {
        type: 'complex',
        multiValued: true,
        subAttributes: member,
      },
    ),
  ]),
];

export const listResponse = (resources: readonly object[]) => ({
  schemas: [LIST_MESSAGE],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
});
