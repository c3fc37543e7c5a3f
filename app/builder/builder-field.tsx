import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { useBuilder } from './builder-context.ts';

/** Returns the DOM id of a field's control. */
export const idOf = (field: string): string => `f-${field}`;
const moreIdOf = (field: string): string => `f-${field}-more`;

/** Returns the props that connect a control to its label, hint and error, and mark it as touched on blur. */
export function useFieldWiring(field: string, hasHint = false) {
  const { problemOf, leave } = useBuilder();
  const problem = problemOf(field);
  return {
    id: idOf(field),
    'aria-describedby': problem || hasHint ? moreIdOf(field) : undefined,
    'aria-invalid': problem ? true : undefined,
    onBlur: () => leave(field),
  } as const;
}

/** Shows the hint of a field, or its error instead. */
export function FieldMore({ field, hint }: { field: string; hint?: ReactNode }) {
  const problem = useBuilder().problemOf(field);
  if (problem) return <ErrorLine id={moreIdOf(field)}>{problem}</ErrorLine>;
  return hint ? (
    <p className="hint" id={moreIdOf(field)}>
      {hint}
    </p>
  ) : null;
}

export const ErrorLine = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p className="err" id={id}>
    <CircleAlert className="i" aria-hidden="true" />
    <span>{children}</span>
  </p>
);

/** Renders the label, the control and the help text of a field. */
export function BuilderField(props: {
  field: string;
  label: string;
  aside?: ReactNode;
  hint?: ReactNode;
  loose?: boolean | undefined;
  children: ReactNode;
}) {
  const { field, label, aside, hint, loose = false, children } = props;
  return (
    <div className="field">
      <div className="lab">
        <label htmlFor={idOf(field)}>{label}</label>
        {aside}
      </div>
      {children}
      {!loose && <FieldMore field={field} hint={hint} />}
    </div>
  );
}

/** A section of the form with a heading; `aside` is shown at the right of the heading. */
export function Group({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="b-grp">
      <div className="b-grp-head">
        <h2 className="h3">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
