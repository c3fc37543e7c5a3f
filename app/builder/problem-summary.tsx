import { CircleAlert } from 'lucide-react';

import type { PageProblem } from '#domain/page-problems.ts';

import { useBuilder } from './builder-context.ts';
import { idOf } from './builder-field.tsx';

/** Lists all errors that block publishing; each line links to its field. */
export function ProblemSummary({ problems }: { problems: readonly PageProblem[] }) {
  const { jump } = useBuilder();
  if (problems.length === 0) return null;
  return (
    <section className="b-summary" aria-labelledby="problem-summary">
      <CircleAlert className="i" aria-hidden="true" />
      <div>
        <h2 className="small b-strong" id="problem-summary">
          {problems.length === 1 ? 'One thing' : `${problems.length} things`} to put right before you can
          publish
        </h2>
        <ul className="small">
          {problems.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <a
                href={`#${idOf(field)}`}
                onClick={(event) => {
                  event.preventDefault();
                  jump(field);
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
