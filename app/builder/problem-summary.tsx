import { CircleAlert } from 'lucide-react';

import type { FieldError } from '#domain/page-problems.ts';

import { useBuilder } from './builder-context.ts';
import { getFieldId } from './builder-field.tsx';

/** Lists all errors that block publishing; each line links to its field. */
export function ErrorSummary({ errors }: { errors: readonly FieldError[] }) {
  const { focusField } = useBuilder();
  if (errors.length === 0) return null;
  return (
    <section className="b-summary" aria-labelledby="problem-summary">
      <CircleAlert className="i" aria-hidden="true" />
      <div>
        <h2 className="small b-strong" id="problem-summary">
          {errors.length === 1 ? 'One thing' : `${errors.length} things`} to put right before you can publish
        </h2>
        <ul className="small">
          {errors.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <a
                href={`#${getFieldId(field)}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField(field);
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
