import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { useBuilder } from './builder-context.ts';

/** The id of a field's control, and of the sentence beneath it. */
export const idOf = (field: string): string => `f-${field}`;
const moreIdOf = (field: string): string => `f-${field}-more`;

/** What ties a control to its label, hint and problem, and tells when it was left. */
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

/** The hint of a field, or its problem in the hint's place. */
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

/** Label, whatever is drawn as the control, and the sentence beneath. */
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

/** Part of the form with its heading; `aside` stands at the heading's right. */
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
