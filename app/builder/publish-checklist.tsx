import { Check, ChevronRight, Circle, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';

import { useBuilder } from './builder-context.ts';
import { idOf } from './builder-field.tsx';
import type { CheckAct, Checklist, CheckLine } from './checklist.ts';

type ActProps = { act: CheckAct; onStripe: () => void; children: string };

/** Links a checklist item to its target. */
function Act({ act, onStripe, children }: ActProps) {
  const { jump } = useBuilder();
  if (act.to === 'plans') return <Link to="/subscription">{children}</Link>;
  if (act.to === 'stripe')
    return (
      <button type="button" className="b-act" onClick={onStripe}>
        {children}
      </button>
    );
  return (
    <a
      href={`#${idOf(act.field)}`}
      onClick={(event) => {
        event.preventDefault();
        jump(act.field);
      }}
    >
      {children}
    </a>
  );
}

type LinesProps = { lines: readonly CheckLine[]; kind: 'block' | 'warn'; onStripe: () => void };

const Lines = ({ lines, kind, onStripe }: LinesProps) => {
  const Icon = kind === 'block' ? Circle : TriangleAlert;
  return (
    <ul>
      {lines.map(({ text, act }) => (
        <li key={text} data-kind={kind}>
          <Icon className="i" aria-hidden="true" />
          <Act act={act} onStripe={onStripe}>
            {text}
          </Act>
        </li>
      ))}
    </ul>
  );
};

type Props = {
  list: Checklist;
  /** True if the published page equals the draft. */
  published: boolean;
  onStripe: () => void;
};

const Head = ({ blocked, published }: { blocked: boolean; published: boolean }) => {
  if (blocked) return <h2 className="b-check-head">Before publishing</h2>;
  return (
    <h2 className="b-check-head">
      <Check className="i b-ready" aria-hidden="true" />
      {published ? 'Published as it is here' : 'Ready to publish'}
    </h2>
  );
};

/** Lists what blocks publishing and, below it, warnings. */
export function PublishChecklist({ list: { blocks, warns }, published, onStripe }: Props) {
  return (
    <section className="b-check small" aria-label="Before publishing">
      <Head blocked={blocks.length > 0} published={published} />
      {blocks.length > 0 && <Lines lines={blocks} kind="block" onStripe={onStripe} />}
      {warns.length > 0 && (
        <>
          <p className="b-check-also">Worth a look</p>
          <Lines lines={warns} kind="warn" onStripe={onStripe} />
        </>
      )}
    </section>
  );
}

/** The checklist as a collapsible line, for narrow screens without the outline. */
export function FoldedChecklist(props: Props) {
  const { blocks, warns } = props.list;
  if (blocks.length + warns.length === 0) return null;
  const count = blocks.length > 0 ? blocks.length : warns.length;
  const what = blocks.length > 0 ? 'before publishing' : 'worth a look';
  return (
    <details className="b-folded">
      <summary className="small">
        <ChevronRight className="i" aria-hidden="true" />
        {count} {count === 1 ? 'thing' : 'things'} {what}
      </summary>
      <PublishChecklist {...props} />
    </details>
  );
}
