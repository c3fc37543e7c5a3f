/** Arbitrary custom fields for property tests. Imported by tests only. */
import fc from 'fast-check';

import { FIELD_KINDS, FIELD_LIMITS, type CustomField, type FieldKind } from './custom-field.ts';
import { hasChoices } from './custom-field-problems.ts';

const SAMPLE_BOUNDS: Partial<Record<FieldKind, readonly [min: string, max: string]>> = {
  short: ['2', '80'],
  long: ['', '1500'],
  number: ['-1.5', '12'],
  date: ['2026-11-30', ''],
};

/** Up to five publishable fields; `textArbitrary` generates visible text. */
export const customFieldsArbitrary = (
  textArbitrary: (limit: number) => fc.Arbitrary<string>,
): fc.Arbitrary<CustomField[]> =>
  fc
    .array(
      fc.record({
        kind: fc.constantFrom(...FIELD_KINDS),
        label: textArbitrary(FIELD_LIMITS.label),
        help: fc.oneof(fc.constant(''), textArbitrary(FIELD_LIMITS.help)),
        required: fc.boolean(),
        choice: textArbitrary(FIELD_LIMITS.choice),
        bounded: fc.boolean(),
      }),
      { maxLength: 5 },
    )
    .map((generated) =>
      generated.map(({ choice, bounded, ...field }, index) => {
        const [min = '', max = ''] = (bounded && SAMPLE_BOUNDS[field.kind]) || [];
        const choices = hasChoices(field.kind) ? [choice, 'Another one'] : [];
        return { id: `field-${index}`, name: `name-${index}`, ...field, choices, min, max };
      }),
    );
