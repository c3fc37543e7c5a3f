import { ArrowLeft, Check, PencilLine, Redo2, Undo2 } from 'lucide-react';
import type { Dispatch, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';

import type { PageState } from '#domain/calls.ts';

import { Key, keyClass } from '#app/ui/key.tsx';

import type { BuilderAction, BuilderState } from './builder-state.ts';

const BADGES = {
  draft: { text: 'Draft', tint: 'canary', Icon: PencilLine },
  published: { text: 'Published', tint: 'mint', Icon: Check },
  changed: { text: 'Changed', tint: 'canary', Icon: PencilLine },
} as const satisfies Record<PageState, unknown>;

function StateBadge({ state }: { state: PageState }) {
  const { text, tint, Icon } = BADGES[state];
  return (
    <span className={`badge b-only-wide ${tint}`}>
      <Icon className="i" aria-hidden="true" />
      {text}
    </span>
  );
}

type StepsProps = { state: BuilderState; dispatch: Dispatch<BuilderAction> };

/** One step back and forth. At the end of the way a key says so without leaving the tab order. */
export function StepKeys({ state, dispatch }: StepsProps) {
  const step = (type: 'undo' | 'redo', possible: boolean) => ({
    kind: 'bare' as const,
    className: 'icon b-only-wide b-step',
    'aria-disabled': possible ? undefined : true,
    onClick: () => possible && dispatch({ type }),
  });
  return (
    <>
      <Key {...step('undo', state.past.length > 0)} aria-label="Undo">
        <Undo2 className="i" aria-hidden="true" />
      </Key>
      <Key {...step('redo', state.future.length > 0)} aria-label="Redo">
        <Redo2 className="i" aria-hidden="true" />
      </Key>
    </>
  );
}

/** The machine's head, drawn alike while the page is on its way. */
export function BuilderBar(props: {
  name: string;
  state?: PageState;
  sandbox: boolean;
  status?: ReactNode;
  onLeave?: (event: MouseEvent) => void;
  children?: ReactNode;
}) {
  const { name, state, sandbox, status, onLeave, children } = props;
  return (
    <header className="b-top-bar on-enamel">
      <Link
        className={keyClass('bare', 'md', 'icon b-on-enamel')}
        to="/pages"
        onClick={onLeave}
        aria-label="Back to your pages"
      >
        <ArrowLeft className="i" aria-hidden="true" />
      </Link>
      <h1 className="b-name" dir="auto">
        {name}
      </h1>
      {state && <StateBadge state={state} />}
      {status}
      <div className="b-tools">
        {sandbox && <span className="testchip">Sandbox</span>}
        {children}
      </div>
    </header>
  );
}
