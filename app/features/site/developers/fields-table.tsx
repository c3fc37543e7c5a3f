import { RichText } from '#app/components/rich-text.tsx';
import { developerMessages } from '#content/messages/developers.ts';

import { type Schema, getReferenceName } from './api-document.ts';
import { InlineMarkup } from './code.tsx';

/** Type of a value: a type name, or the name of a schema that is documented elsewhere. */
type SchemaDescription = {
  text: string;
  schemaName: string | null;
  isList: boolean;
  nullable: boolean;
};

const TYPES = developerMessages.types;

const FORMAT_NAMES: Record<string, string> = {
  uuid: 'UUID',
  'date-time': TYPES.dateTime,
  date: TYPES.date,
  email: TYPES.email,
};

const isNull = ({ type }: Schema): boolean => type === 'null';

/** Returns the schema without its null variant. */
function unwrapNullable(schema: Schema): { schema: Schema; nullable: boolean } {
  const choices = schema.anyOf ?? schema.oneOf;
  const nonNullChoices = choices?.filter((candidate) => !isNull(candidate));
  if (choices && nonNullChoices?.length === 1 && nonNullChoices[0] && choices.length === 2)
    return { schema: { ...nonNullChoices[0], ...pickDescription(schema) }, nullable: true };
  const [singleSchema] = schema.allOf ?? [];
  if (schema.allOf?.length === 1 && singleSchema)
    return { schema: { ...singleSchema, ...pickDescription(schema) }, nullable: false };
  if (Array.isArray(schema.type) && schema.type.includes('null'))
    return {
      schema: { ...schema, type: schema.type.filter((candidate) => candidate !== 'null')[0] ?? 'null' },
      nullable: true,
    };
  return { schema, nullable: false };
}

const pickDescription = ({ description }: Schema): Pick<Schema, 'description'> =>
  description === undefined ? {} : { description };

function describeSchema(fullSchema: Schema): SchemaDescription {
  const { schema, nullable } = unwrapNullable(fullSchema);
  if (schema.$ref) return { text: '', schemaName: getReferenceName(schema.$ref), isList: false, nullable };
  if (schema.type === 'array' && schema.items) return { ...describeSchema(schema.items), isList: true, nullable };
  return { text: getTypeName(schema), schemaName: null, isList: false, nullable };
}

function getTypeName(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum)
    return schema.enum
      .filter((value) => value !== null)
      .map(String)
      .join(' · ');
  if (schema.anyOf ?? schema.oneOf) return TYPES.or({ types: (schema.anyOf ?? schema.oneOf ?? []).map(getTypeName) });
  if (schema.format && FORMAT_NAMES[schema.format]) return FORMAT_NAMES[schema.format] ?? '';
  if (schema.type === 'integer') return describeInteger(schema);
  if (schema.type === 'string')
    return schema.maxLength === undefined
      ? TYPES.string
      : TYPES.stringUpTo({ max: schema.maxLength.toLocaleString('en') });
  if (schema.type === 'boolean') return TYPES.boolean;
  return typeof schema.type === 'string' ? schema.type : TYPES.any;
}

/** Describes an integer with its bounds, except those of the number type itself. */
function describeInteger({ minimum, maximum }: Schema): string {
  const [min, max] = [minimum, maximum].map((bound) =>
    bound !== undefined && Math.abs(bound) < 1e9 ? bound.toLocaleString('en') : null,
  );
  if (!min) return TYPES.integer;
  return max ? TYPES.integerRange({ min, max }) : TYPES.integerFrom({ min });
}

/** Type of a value, with a link to named schemas. */
export const SchemaType = ({ schema }: { schema: Schema }) => {
  const { text, schemaName, isList, nullable } = describeSchema(schema);
  const renderType = () =>
    schemaName ? (
      <a className="link" href={`#shape-${schemaName}`}>
        {schemaName}
      </a>
    ) : (
      text
    );
  const message = isList ? TYPES[nullable ? 'listOrNull' : 'list'] : TYPES[nullable ? 'singleOrNull' : 'single'];
  return <RichText text={message} tags={{ type: renderType }} />;
};

export type Field = { name: string; schema: Schema; description?: string | undefined; required: boolean };

type FieldRow = Field & { depth: number };

/** Flattens nested objects: fields of unnamed objects follow their parent field. */
function flattenFields(fields: readonly Field[], depth = 0): FieldRow[] {
  return fields.flatMap((field) => {
    const { schema } = unwrapNullable(field.schema);
    const itemSchema = schema.type === 'array' && schema.items ? unwrapNullable(schema.items).schema : schema;
    const nestedFields = itemSchema.properties && depth < 3 ? listFields(itemSchema, `${field.name}.`) : [];
    return [{ ...field, depth }, ...flattenFields(nestedFields, depth + 1)];
  });
}

export const listFields = (schema: Schema, prefix = ''): Field[] =>
  Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name: `${prefix}${name}`,
    schema: property,
    description: property.description,
    required: schema.required?.includes(name) ?? false,
  }));

/** `showsRequired` marks the required fields. */
export const FieldsTable = ({ fields, showsRequired }: { fields: readonly Field[]; showsRequired: boolean }) => (
  <dl className="fields-table">
    {flattenFields(fields).map(({ name, schema, description, required }) => (
      <div key={name}>
        <dt>
          <code>{name}</code>{' '}
          <span className="fields-table__type">
            <SchemaType schema={schema} />
            {schema.default !== undefined && ` · ${TYPES.withDefault({ value: JSON.stringify(schema.default) })}`}
            {showsRequired && required && <strong> {TYPES.required}</strong>}
          </span>
        </dt>
        {description && (
          <dd>
            <InlineMarkup>{description}</InlineMarkup>
          </dd>
        )}
      </div>
    ))}
  </dl>
);
