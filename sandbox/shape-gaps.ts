import { readFileSync } from 'node:fs';

type Shape = { required: string[]; nullable: string[] };
const shapes = JSON.parse(readFileSync(new URL('stripe-shapes.json', import.meta.url), 'utf8')) as Record<
  string,
  Shape
>;

/** Every Stripe object found anywhere inside a value, with the keys it lacks. */
export const gaps = (value: unknown, found: Map<string, string[]>): Map<string, string[]> => {
  if (typeof value !== 'object' || value === null) return found;
  const kind = 'object' in value && typeof value.object === 'string' ? value.object : '';
  const shape = shapes[kind];
  if (shape) {
    const keys = Object.keys(value);
    const missing = [...shape.required, ...shape.nullable].filter((key) => !keys.includes(key));
    found.set(kind, [...(found.get(kind) ?? []), ...missing]);
  }
  for (const inner of Object.values(value)) gaps(inner, found);
  return found;
};

/** What `gaps` finds where nothing is missing. */
export const whole = (kinds: string[]): Map<string, string[]> => new Map(kinds.map((kind) => [kind, []]));
