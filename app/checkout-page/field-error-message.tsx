import type { CheckoutFormProps, CheckoutPageProps } from './checkout-page-props.ts';

type FieldErrorProps = Pick<CheckoutFormProps, 'errors' | 'pay' | 'prefix'>;
type FieldName = Exclude<keyof NonNullable<CheckoutPageProps['errors']>, 'form' | 'fields'>;

const getErrorId = ({ prefix }: FieldErrorProps, field: FieldName): string => `${prefix}${field}-problem`;

export function FieldErrorMessage({ field, ...props }: FieldErrorProps & { field: FieldName }) {
  const error = props.errors?.[field];
  return error ? (
    <p className="co-err" id={getErrorId(props, field)}>
      <span>
        {error.title && <b>{error.title}</b>}
        {error.title ? `. ${error.message}` : error.message}
      </span>
    </p>
  ) : null;
}

/** The first element with these props gets the focus when a document with errors loads, even without script. */
export const autoFocusProps = { autoFocus: true } as const;

/** Returns the attributes that mark a field as invalid and link it to its error message. */
export function getInvalidProps(props: FieldErrorProps, field: FieldName) {
  const { errors, pay } = props;
  if (!errors?.[field]) return {};
  const id = getErrorId(props, field);
  return { 'aria-invalid': true, 'aria-describedby': id, ...(pay && !errors.form ? autoFocusProps : {}) } as const;
}
