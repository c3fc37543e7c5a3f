import type { FormError } from './checkout-page-props.ts';

/** Error message below a field; the field's `aria-describedby` refers to its `id`. */
export const FieldErrorMessage = ({ id, error }: { id: string; error: FormError | undefined }) =>
  error ? (
    <p className="co-err" id={id}>
      <span>
        {error.title && <b>{error.title}</b>}
        {error.title ? `. ${error.message}` : error.message}
      </span>
    </p>
  ) : null;

/** The first element with these props gets the focus when a document with errors loads, even without script. */
export const autoFocusProps = { autoFocus: true } as const;

/** Returns the attributes that mark a field as invalid and link it to its error message. */
export const getInvalidProps = (id: string, error: FormError | undefined, isPublicPage: boolean) =>
  error ? ({ 'aria-invalid': true, 'aria-describedby': id, ...(isPublicPage ? autoFocusProps : {}) } as const) : {};
