import type { Problem } from './checkout-page-props.ts';

/** Error message below a field; the field's `aria-describedby` refers to its `id`. */
export const ProblemLine = ({ id, problem }: { id: string; problem: Problem | undefined }) =>
  problem ? (
    <p className="co-err" id={id}>
      <span>
        {problem.title && <b>{problem.title}. </b>}
        {problem.message}
      </span>
    </p>
  ) : null;

/** The first element with these props gets the focus when a document with errors loads, even without script. */
export const readFirst = { autoFocus: true } as const;

/** Returns the attributes that mark a field as invalid and link it to its error message. */
export const invalid = (id: string, problem: Problem | undefined, isDocument: boolean) =>
  problem
    ? ({ 'aria-invalid': true, 'aria-describedby': id, ...(isDocument ? readFirst : {}) } as const)
    : {};
