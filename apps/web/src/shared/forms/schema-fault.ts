import type { FieldSchema } from '@sergak/contract/endpoint.ts';
import type { FieldSchemas } from './form-schemas.ts';
import { required, type FieldFault } from './rules.ts';

/** What differs between the kinds of schemas. */
type Part = FieldSchema & {
  readonly unwrap?: () => Part;
  readonly out?: Part;
  readonly element?: Part;
  readonly options?: readonly Part[];
  readonly shape?: FieldSchemas;
  readonly minLength?: number | null;
  readonly maxLength?: number | null;
  readonly minValue?: number | null;
  readonly maxValue?: number | null;
};
const wrappers: readonly string[] = ['optional', 'nullable', 'default'];
const plainOf = (schema: Part): Part => {
  if (schema.type === 'pipe') return plainOf(schema.out!);
  return wrappers.includes(schema.type) ? plainOf(schema.unwrap!()) : schema;
};

const fieldsOf = ({ shape, element, options = [] }: Part): FieldSchemas =>
  shape ?? (element === undefined ? Object.assign({}, ...options.map(fieldsOf)) : fieldsOf(plainOf(element)));

/** The schema at a path, which may lead into an object or into the items of a list: `attributes.email`, `steps.pass_mark`. */
export const schemaOf = (schemas: FieldSchemas, path: string): FieldSchema | undefined => {
  const [first = '', ...rest] = path.split('.');
  const found = schemas[first];
  if (found === undefined || rest.length === 0) return found;
  return schemaOf(fieldsOf(plainOf(found)), rest.join('.'));
};

/** The least and the greatest length or number that a schema accepts. */
export const boundsOf = (schema: FieldSchema): { readonly min: number; readonly max: number } => {
  const { minLength, maxLength, minValue, maxValue } = plainOf(schema);
  return { min: minLength ?? minValue ?? 0, max: maxLength ?? maxValue ?? Infinity };
};

export const accepts = (schema: FieldSchema, value: unknown): boolean => schema.safeParse(value).success;

/** The sentence for a value that the schema of its field rejects: the one place that knows the codes of zod. */
export const schemaFault = (schema: FieldSchema, value: unknown): FieldFault | undefined => {
  const issue = schema.safeParse(value).error?.issues[0];
  // A field without a choice is null in the form and absent in the call.
  if (issue === undefined || (value === null && accepts(schema, undefined))) return undefined;
  if (plainOf(schema).type === 'number') return 'field.between';
  if (!Array.isArray(value) && required(value) !== undefined) return 'field.required';
  if (issue.code === 'custom' && issue.params?.['code'] === 'email_invalid') return 'field.email';
  if (issue.code === 'custom' && issue.params?.['code'] === 'email_mixed') return 'field.email_mixed';
  if (issue.code === 'too_big' && issue.origin === 'string') return 'field.too_long';
  if (issue.code === 'too_small' && issue.origin === 'string') return 'field.too_short';
  return 'field.wrong';
};
