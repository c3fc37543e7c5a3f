import type { Problem } from './checkout-page-props.ts';

/** The sentence under a field; `id` is what the field's `aria-describedby` names. */
export const ProblemLine = ({ id, problem }: { id: string; problem: Problem | undefined }) =>
  problem ? (
    <p className="co-err" id={id}>
      <span>
        {problem.title && <b>{problem.title}. </b>}
        {problem.message}
      </span>
    </p>
  ) : null;

/** The first of these is where a document with bad news begins to be read, also without script. */
export const readFirst = { autoFocus: true } as const;

/** The attributes that tie a field to its sentence. */
export const invalid = (id: string, problem: Problem | undefined, isDocument: boolean) =>
  problem
    ? ({ 'aria-invalid': true, 'aria-describedby': id, ...(isDocument ? readFirst : {}) } as const)
    : {};
