import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';

export type FieldProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};
type Props = {
  label: string;
  /** Content at the right of the label: a counter, "optional", a small button. */
  aside?: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  /** Renders the control with the attributes that link it to its label, hint and error. */
  children: (fieldProps: FieldProps) => ReactNode;
};

type FieldErrorProps = { id?: string | undefined; role?: 'alert'; children: ReactNode };

/** The error of a control or a form. */
export const FieldError = ({ id, role, children }: FieldErrorProps) => (
  <p className="err" id={id} role={role}>
    <CircleAlert className="i" aria-hidden="true" />
    <span>{children}</span>
  </p>
);

/** An error that concerns more than one field. Nothing while there is none. */
export const FormError = ({ id, children }: { id?: string; children: ReactNode }) =>
  children ? (
    <FieldError id={id} role="alert">
      {children}
    </FieldError>
  ) : null;

/** A label above a control, with the hint or the error below. */
export function Field({ label, aside, hint, error, children }: Props) {
  const id = useId();
  const descriptionId = error || hint ? `${id}-more` : undefined;
  return (
    <div className="field">
      <div className="lab">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': descriptionId, 'aria-invalid': error ? true : undefined })}
      {error ? (
        <FieldError id={descriptionId}>{error}</FieldError>
      ) : (
        hint && (
          <div className="hint" id={descriptionId}>
            {hint}
          </div>
        )
      )}
    </div>
  );
}
