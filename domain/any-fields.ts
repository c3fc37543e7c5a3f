/** Arbitrary custom fields for property tests. Imported by tests only. */
import fc from 'fast-check';

import { FIELD_KINDS, FIELD_LIMITS, type CustomField, type FieldKind } from './custom-field.ts';
import { hasChoices } from './custom-field-problems.ts';

const BOUNDS: Partial<Record<FieldKind, readonly [min: string, max: string]>> = {
  short: ['2', '80'],
  long: ['', '1500'],
  number: ['-1.5', '12'],
  date: ['2026-11-30', ''],
};

/** Up to five publishable fields; `textArbitrary` generates visible text. */
export const anyFields = (texts: (limit: number) => fc.Arbitrary<string>): fc.Arbitrary<CustomField[]> =>
  fc
    .array(
      fc.record({
        kind: fc.constantFrom(...FIELD_KINDS),
        label: texts(FIELD_LIMITS.label),
        help: fc.oneof(fc.constant(''), texts(FIELD_LIMITS.help)),
        required: fc.boolean(),
        choice: texts(FIELD_LIMITS.choice),
        bounded: fc.boolean(),
      }),
      { maxLength: 5 },
    )
    .map((all) =>
      all.map(({ choice, bounded, ...field }, place) => {
        const [min = '', max = ''] = (bounded && BOUNDS[field.kind]) || [];
        const choices = hasChoices(field.kind) ? [choice, 'Another one'] : [];
        return { id: `field-${place}`, name: `name-${place}`, ...field, choices, min, max };
      }),
    );
