import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';

export type FieldProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};
export type FieldTexts = {
  label: string;
  hint?: ReactNode;
  error?: string | null | undefined;
  /** Generated if omitted. */
  id?: string | undefined;
  /** True if the hint or the error is rendered elsewhere, as an element with the id of the control and `-more`. */
  hideHelp?: boolean | undefined;
};
type Props = FieldTexts & {
  /** Content at the right of the label: a counter, "optional", a small button. */
  aside?: ReactNode;
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

/** The error of a control, or else its hint. */
export function HelpText({ id, hint, error }: { id: string } & Pick<FieldTexts, 'hint' | 'error'>) {
  if (error) return <FieldError id={id}>{error}</FieldError>;
  return hint ? (
    <div className="hint" id={id}>
      {hint}
    </div>
  ) : null;
}

/** A label above a control, with the hint or the error below. */
export function Field({ label, aside, hint, error, id: givenId, hideHelp = false, children }: Props) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  const descriptionId = error || hint || hideHelp ? `${id}-more` : undefined;
  return (
    <div className="field">
      <div className="lab">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': descriptionId, 'aria-invalid': error ? true : undefined })}
      {!hideHelp && <HelpText id={`${id}-more`} hint={hint} error={error} />}
    </div>
  );
}
