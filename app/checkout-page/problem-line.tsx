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

/** The attributes that tie a field to its sentence. */
export const invalid = (id: string, problem: Problem | undefined) =>
  problem ? ({ 'aria-invalid': true, 'aria-describedby': id } as const) : {};
