import { nameOfReference, type Schema } from './api-document.ts';

/** Type of a value: a type name, or the name of a schema that is documented elsewhere. */
export type Said = { text: string; shape: string | null; many: boolean; nullable: boolean };

const FORMATS: Record<string, string> = {
  uuid: 'UUID',
  'date-time': 'moment',
  date: 'day',
  email: 'address',
};

const isNull = ({ type }: Schema): boolean => type === 'null';

/** Returns the schema without its null variant. */
export function valueOf(schema: Schema): { schema: Schema; nullable: boolean } {
  const choices = schema.anyOf ?? schema.oneOf;
  const rest = choices?.filter((one) => !isNull(one));
  if (choices && rest?.length === 1 && rest[0] && choices.length === 2)
    return { schema: { ...rest[0], ...described(schema) }, nullable: true };
  const [only] = schema.allOf ?? [];
  if (schema.allOf?.length === 1 && only)
    return { schema: { ...only, ...described(schema) }, nullable: false };
  if (Array.isArray(schema.type) && schema.type.includes('null'))
    return {
      schema: { ...schema, type: schema.type.filter((one) => one !== 'null')[0] ?? 'null' },
      nullable: true,
    };
  return { schema, nullable: false };
}

const described = ({ description }: Schema): Pick<Schema, 'description'> =>
  description === undefined ? {} : { description };

export function saidOf(whole: Schema): Said {
  const { schema, nullable } = valueOf(whole);
  if (schema.$ref) return { text: '', shape: nameOfReference(schema.$ref), many: false, nullable };
  if (schema.type === 'array' && schema.items) return { ...saidOf(schema.items), many: true, nullable };
  return { text: wordOf(schema), shape: null, many: false, nullable };
}

function wordOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map(String).join(' · ');
  if (schema.anyOf ?? schema.oneOf) return (schema.anyOf ?? schema.oneOf ?? []).map(wordOf).join(' or ');
  if (schema.format && FORMATS[schema.format]) return FORMATS[schema.format] ?? '';
  if (schema.type === 'integer') return `whole number${boundsOf(schema)}`;
  if (schema.type === 'string') return `text${boundsOf(schema)}`;
  if (schema.type === 'boolean') return 'true or false';
  return typeof schema.type === 'string' ? schema.type : 'anything';
}

/** Describes bounds, except those of the number type itself. */
function boundsOf({ minimum, maximum, maxLength }: Schema): string {
  if (maxLength !== undefined) return ` of at most ${maxLength.toLocaleString('en')} letters`;
  const least = minimum !== undefined && Math.abs(minimum) < 1e9 ? minimum : null;
  const most = maximum !== undefined && Math.abs(maximum) < 1e9 ? maximum : null;
  if (least !== null && most !== null) return ` from ${least} to ${most.toLocaleString('en')}`;
  return least === null ? '' : ` from ${least} on`;
}
