import { type Schema, getReferenceName } from './api-document.ts';
import { InlineMarkup } from './code.tsx';

/** Type of a value: a type name, or the name of a schema that is documented elsewhere. */
type SchemaDescription = {
  text: string;
  schemaName: string | null;
  isList: boolean;
  nullable: boolean;
};

const FORMAT_NAMES: Record<string, string> = {
  uuid: 'UUID',
  'date-time': 'moment',
  date: 'day',
  email: 'address',
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
  if (schema.enum) return schema.enum.map(String).join(' · ');
  if (schema.anyOf ?? schema.oneOf) return (schema.anyOf ?? schema.oneOf ?? []).map(getTypeName).join(' or ');
  if (schema.format && FORMAT_NAMES[schema.format]) return FORMAT_NAMES[schema.format] ?? '';
  if (schema.type === 'integer') return `whole number${describeBounds(schema)}`;
  if (schema.type === 'string') return `text${describeBounds(schema)}`;
  if (schema.type === 'boolean') return 'true or false';
  return typeof schema.type === 'string' ? schema.type : 'anything';
}

/** Describes bounds, except those of the number type itself. */
function describeBounds({ minimum, maximum, maxLength }: Schema): string {
  if (maxLength !== undefined) return ` of at most ${maxLength.toLocaleString('en')} letters`;
  const min = minimum !== undefined && Math.abs(minimum) < 1e9 ? minimum : null;
  const max = maximum !== undefined && Math.abs(maximum) < 1e9 ? maximum : null;
  if (min !== null && max !== null) return ` from ${min} to ${max.toLocaleString('en')}`;
  return min === null ? '' : ` from ${min} on`;
}

/** Type of a value, with a link to named schemas. */
export const SchemaType = ({ schema }: { schema: Schema }) => {
  const { text, schemaName, isList, nullable } = describeSchema(schema);
  return (
    <>
      {isList && 'list of '}
      {schemaName ? (
        <a className="link" href={`#shape-${schemaName}`}>
          {schemaName}
        </a>
      ) : (
        text
      )}
      {nullable && ' or null'}
    </>
  );
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
            {showsRequired && required && <strong> needed</strong>}
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
