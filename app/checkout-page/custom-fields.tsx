import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import { LIMITS } from '#domain/checkout-page.ts';
import { getValidationMessages, getLengthLimits } from '#domain/custom-field-answers.ts';
import { type CustomField, FIELD_LIMITS } from '#domain/custom-field.ts';

import type { CheckoutFormProps, FormError } from './checkout-page-props.ts';
import { autoFocusProps } from './field-error-message.tsx';
import { getSellerLang } from './page-language.ts';

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

function CustomFieldInput({ field, id, initialValue, fieldProps, lang }: ControlProps) {
  const title = fieldProps['data-wrong'];
  const commonProps = { className: 'co-in', id, defaultValue: initialValue, ...fieldProps };
  if (field.kind === 'long')
    return <textarea {...commonProps} rows={3} dir="auto" {...getTextProps(field, FIELD_LIMITS.long)} />;
  if (field.kind === 'select')
    return (
      <select {...commonProps} defaultValue={field.choices.includes(initialValue) ? initialValue : ''} dir="auto">
        <option value="">{checkoutPageMessages.form.selectPlaceholder}</option>
        {field.choices.map((choice, index) => (
          <option key={index} value={choice} lang={lang}>
            {choice}
          </option>
        ))}
      </select>
    );
  return <input {...commonProps} {...getInputProps(field)} title={field.kind === 'number' ? title : undefined} />;
}

type CustomFieldProps = {
  field: CustomField;
  /** Id of the input; the ids of help and error derive from it. */
  id: string;
  initialValue: string;
  fieldProps: {
    name: string;
    required: boolean;
    'aria-describedby': string;
    'aria-invalid'?: true;
    'data-missing'?: string;
    'data-wrong'?: string;
    autoFocus?: true;
  };
};

/** Help comes before the error: screen readers read both with the field. */
const getHelpId = (id: string): string => `${id}-help`;
const getErrorId = (id: string): string => `${id}-problem`;

function Label({ field: { label, required, kind }, lang }: Pick<ControlProps, 'field' | 'lang'>) {
  return (
    <>
      <bdi lang={lang}>
        {label.trim() || <span className="co-empty">{checkoutPageMessages.placeholders.fieldLabel}</span>}
      </bdi>
      {!required && kind !== 'checkbox' && <span className="co-opt"> {checkoutPageMessages.form.optional}</span>}
    </>
  );
}

/** Error message of a field. It is always rendered, so that the script can fill it in. */
function FieldErrorSlot({ id, error }: { id: string; error: FormError | undefined }) {
  return (
    <p className="co-err" id={getErrorId(id)} hidden={!error}>
      <span>{error?.message}</span>
    </p>
  );
}

const Help = ({ id, help, lang }: { id: string; help: string; lang: string | undefined }) =>
  help.trim() ? (
    <p className="co-help" id={getHelpId(id)} dir="auto" lang={lang}>
      {help}
    </p>
  ) : null;

type ControlProps = CustomFieldProps & {
  error: FormError | undefined;
  /** Language of the field's texts; undefined if it is that of the form. */
  lang: string | undefined;
};

function Radios({ field, id, initialValue, fieldProps, error, lang }: ControlProps) {
  const { name, required, 'data-missing': missing, 'data-wrong': wrong, autoFocus, ...groupProps } = fieldProps;
  return (
    <fieldset
      className="co-f"
      id={id}
      role="radiogroup"
      data-field="customFields"
      data-ask={field.name}
      aria-labelledby={`${id}-label`}
      aria-required={required}
      {...groupProps}
    >
      <legend className="l" id={`${id}-label`}>
        <Label field={field} lang={lang} />
      </legend>
      <Help id={id} help={field.help} lang={lang} />
      {field.choices.map((choice, index) => (
        <label key={index} className="co-choice">
          <input
            type="radio"
            value={choice}
            defaultChecked={choice === initialValue}
            {...{ name, required }}
            {...(index === 0 && { 'data-missing': missing, 'data-wrong': wrong, autoFocus })}
          />
          <bdi lang={lang}>{choice}</bdi>
        </label>
      ))}
      <FieldErrorSlot {...{ id, error }} />
    </fieldset>
  );
}

function CustomFieldControl(props: ControlProps) {
  const { field, id, initialValue, fieldProps, error, lang } = props;
  if (field.kind === 'radio') return <Radios {...props} />;
  const isCheckbox = field.kind === 'checkbox';
  const label = (
    <label htmlFor={id}>
      <Label field={field} lang={lang} />
    </label>
  );
  return (
    <div className="co-f" data-field="customFields" data-ask={field.name}>
      {isCheckbox ? (
        <div className="co-terms">
          <input type="checkbox" id={id} value="yes" defaultChecked={initialValue === 'yes'} {...fieldProps} />
          {label}
        </div>
      ) : (
        label
      )}
      <Help id={id} help={field.help} lang={lang} />
      {!isCheckbox && <CustomFieldInput {...props} />}
      <FieldErrorSlot {...{ id, error }} />
    </div>
  );
}

/** Returns the messages for validation in the browser; previews have none. */
function getFieldMessages(field: CustomField, isPublicPage: boolean) {
  if (!isPublicPage) return {};
  const { missing, invalid: wrong } = getValidationMessages(field);
  return { ...(field.required && { 'data-missing': missing }), ...(wrong && { 'data-wrong': wrong }) };
}

/** The custom fields of the page, below the email. */
export function CustomFields({ config, pay, errors, values, prefix }: CheckoutFormProps) {
  const isPublicPage = pay !== undefined;
  const lang = getSellerLang(config);
  const firstInvalid = errors?.form
    ? undefined
    : config.customFields.find(({ name }) => findError(errors, name) !== undefined);
  return config.customFields.map((field, index) => {
    const { name } = field;
    const initialValue = values?.answers && Object.hasOwn(values.answers, name) ? (values.answers[name] ?? '') : '';
    if (field.kind === 'hidden')
      return isPublicPage && <input key={field.id} type="hidden" name={`f.${name}`} defaultValue={initialValue} />;
    const id = `${prefix}f-${isPublicPage ? name : index}`;
    const error = findError(errors, name);
    const fieldProps: CustomFieldProps['fieldProps'] = {
      name: `f.${name}`,
      required: field.required,
      'aria-describedby': `${field.help.trim() ? `${getHelpId(id)} ` : ''}${getErrorId(id)}`,
      ...getFieldMessages(field, isPublicPage),
      ...(error && { 'aria-invalid': true }),
      ...(isPublicPage && field === firstInvalid ? autoFocusProps : {}),
    };
    return <CustomFieldControl key={field.id} {...{ field, id, initialValue, fieldProps, error, lang }} />;
  });
}

const findError = (errors: CheckoutFormProps['errors'], name: string): FormError | undefined =>
  errors?.fields && Object.hasOwn(errors.fields, name) ? errors.fields[name] : undefined;
