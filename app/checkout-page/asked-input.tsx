import { LIMITS } from '#domain/checkout-page.ts';
import { getLengthLimits } from '#domain/custom-field-answers.ts';
import { FIELD_LIMITS, type CustomField } from '#domain/custom-field.ts';

import type { CustomFieldProps } from './custom-fields.tsx';

/** Browsers count UTF-16 units, while the server limits characters: the attribute allows two units per character. */
const UTF16_UNITS = 2;

function getTextProps(field: CustomField, limit: number) {
  const { minimum: least, maximum: most } = getLengthLimits(field, limit);
  return { maxLength: most * UTF16_UNITS, ...(least > 0 && { minLength: least }) };
}

/** Returns the native attributes that help with this kind of field. */
function getInputProps(field: CustomField) {
  const { kind, min, max } = field;
  switch (kind) {
    case 'email':
      return { type: 'email', autoComplete: 'email', maxLength: 254 };
    case 'phone':
      return { type: 'tel', autoComplete: 'tel', maxLength: 60 };
    case 'url':
      return { type: 'url', autoComplete: 'url', maxLength: LIMITS.url, placeholder: 'https://' };
    case 'number':
      // No `type="number"`: it changes on mouse wheel and hides input that it cannot parse.
      return {
        type: 'text',
        inputMode: min.startsWith('-') ? 'text' : 'decimal',
        pattern: '-?[0-9]{1,12}([.][0-9]{1,6})?',
        autoComplete: 'off',
        maxLength: 40,
      } as const;
    case 'date':
      return { type: 'date', min: min || undefined, max: max || '9999-12-31' };
    default:
      return { type: 'text', dir: 'auto', ...getTextProps(field, FIELD_LIMITS.short) };
  }
}

/** Renders the single input of a custom field. */
export function CustomFieldInput({ field, id, initialValue, fieldProps }: CustomFieldProps) {
  const title = fieldProps['data-wrong'];
  const commonProps = { className: 'co-in', id, defaultValue: initialValue, ...fieldProps };
  if (field.kind === 'long')
    return <textarea {...commonProps} rows={3} dir="auto" {...getTextProps(field, FIELD_LIMITS.long)} />;
  if (field.kind === 'select')
    return (
      <select {...commonProps} defaultValue={field.choices.includes(initialValue) ? initialValue : ''} dir="auto">
        <option value="">{field.required ? 'Choose one' : 'No answer'}</option>
        {field.choices.map((choice, index) => (
          <option key={index} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    );
  return <input {...commonProps} {...getInputProps(field)} title={field.kind === 'number' ? title : undefined} />;
}
