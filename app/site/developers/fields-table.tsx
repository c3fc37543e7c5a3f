import type { Schema } from './api-document.ts';
import { Marked } from './code-box.tsx';
import { saidOf, valueOf } from './schema-words.ts';

/** Type of a value, with a link to named schemas. */
export const Kind = ({ schema }: { schema: Schema }) => {
  const { text, shape, many, nullable } = saidOf(schema);
  return (
    <>
      {many && 'list of '}
      {shape ? (
        <a className="link" href={`#shape-${shape}`}>
          {shape}
        </a>
      ) : (
        text
      )}
      {nullable && ' or null'}
    </>
  );
};

export type Field = { name: string; schema: Schema; description?: string | undefined; required: boolean };

type Row = Field & { depth: number };

/** Flattens nested objects: fields of unnamed objects follow their parent field. */
function rowsOf(fields: readonly Field[], depth = 0): Row[] {
  return fields.flatMap((field) => {
    const { schema } = valueOf(field.schema);
    const inner = schema.type === 'array' && schema.items ? valueOf(schema.items).schema : schema;
    const own = inner.properties && depth < 3 ? fieldsOf(inner, `${field.name}.`) : [];
    return [{ ...field, depth }, ...rowsOf(own, depth + 1)];
  });
}

export const fieldsOf = (schema: Schema, before = ''): Field[] =>
  Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name: `${before}${name}`,
    schema: property,
    description: property.description,
    required: schema.required?.includes(name) ?? false,
  }));

/** `showsRequired` marks the required fields. */
export const FieldsTable = ({ fields, optional }: { fields: readonly Field[]; optional: boolean }) => (
  <dl className="dev-fields">
    {rowsOf(fields).map(({ name, schema, description, required }) => (
      <div key={name}>
        <dt>
          <code>{name}</code>{' '}
          <span className="dev-kind">
            <Kind schema={schema} />
            {optional && required && <strong> needed</strong>}
          </span>
        </dt>
        {description && (
          <dd>
            <Marked>{description}</Marked>
          </dd>
        )}
      </div>
    ))}
  </dl>
);
