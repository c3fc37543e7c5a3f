import type { Schema } from './api-document.ts';
import { InlineCode } from './code-box.tsx';
import { describeSchema, unwrapNullable } from './schema-words.ts';

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
  <dl className="dev-fields">
    {flattenFields(fields).map(({ name, schema, description, required }) => (
      <div key={name}>
        <dt>
          <code>{name}</code>{' '}
          <span className="dev-kind">
            <SchemaType schema={schema} />
            {showsRequired && required && <strong> needed</strong>}
          </span>
        </dt>
        {description && (
          <dd>
            <InlineCode>{description}</InlineCode>
          </dd>
        )}
      </div>
    ))}
  </dl>
);
