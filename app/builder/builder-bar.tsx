import { ArrowLeft, Check, CircleSlash, PencilLine, Redo2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { PageState } from '#domain/calls.ts';

import { Button, buttonVariants } from '#app/ui/key.tsx';
import { SandboxBadge } from '#app/ui/sandbox-chip.tsx';

import type { useHistory } from './use-history.ts';

const BADGES = {
  draft: { text: 'Draft', tint: 'canary', Icon: PencilLine },
  published: { text: 'Published', tint: 'mint', Icon: Check },
  changed: { text: 'Changed', tint: 'canary', Icon: PencilLine },
  unpublished: { text: 'Unpublished', tint: '', Icon: CircleSlash },
} as const satisfies Record<PageState, unknown>;

function StateBadge({ state }: { state: PageState }) {
  const { text, tint, Icon } = BADGES[state];
  return (
    <span className={`badge ${tint}`}>
      <Icon className="i" aria-hidden="true" />
      {text}
    </span>
  );
}

/** Undo and redo buttons. A disabled button keeps its tab stop, so keyboard focus is not lost. */
export function UndoRedoButtons({ undo, redo, announcement, canUndo, canRedo }: ReturnType<typeof useHistory>) {
  const buttonProps = (isEnabled: boolean) => ({
    kind: 'bare' as const,
    className: 'icon b-step',
    'aria-disabled': isEnabled ? undefined : true,
  });
  return (
    <div className="b-steps">
      <span className="b-told small" role="status">
        <span key={announcement.count}>{announcement.text}</span>
      </span>
      <Button {...buttonProps(canUndo)} onClick={undo} aria-label="Undo" aria-keyshortcuts="Control+Z Meta+Z">
        <Undo2 className="i" aria-hidden="true" />
      </Button>
      <Button
        {...buttonProps(canRedo)}
        onClick={redo}
        aria-label="Redo"
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
      >
        <Redo2 className="i" aria-hidden="true" />
      </Button>
    </div>
  );
}

/** The top bar of the builder; also shown while the page is loading. */
export function BuilderBar(props: {
  /** The page name: an editable field or plain text. */
  name: ReactNode;
  state?: PageState;
  sandbox: boolean;
  status?: ReactNode;
  undoRedo?: ReactNode;
  children?: ReactNode;
}) {
  const { name, state, sandbox, status, undoRedo, children } = props;
  return (
    <header className="b-top-bar on-enamel">
      <Link className={buttonVariants('bare', 'md', 'icon b-on-enamel')} to="/pages" aria-label="Back to your pages">
        <ArrowLeft className="i" aria-hidden="true" />
      </Link>
      {name}
      {state && (
        <div className="b-standing">
          <StateBadge state={state} />
          {status}
        </div>
      )}
      {undoRedo}
      <div className="b-tools">
        {sandbox && <SandboxBadge />}
        {children}
      </div>
    </header>
  );
}
