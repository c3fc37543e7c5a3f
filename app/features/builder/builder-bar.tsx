import {
  ArrowLeft,
  Check,
  CircleSlash,
  PencilLine,
  Redo2,
  Undo2,
  CloudAlert,
  CloudCheck,
  CloudOff,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Button, buttonVariants } from '#app/components/button.tsx';
import { SandboxBadge } from '#app/components/sandbox-badge.tsx';
import { formatWith } from '#app/components/utils/reader-formats.ts';
import { SearchButton } from '#app/lib/search-button.tsx';
import { builderMessages } from '#content/messages/builder.ts';
import { sandboxMessages } from '#content/messages/sandbox.ts';
import type { PageState } from '#domain/rpc-contract.ts';

import type { SaveStatus } from './state/autosave.ts';
import type { useHistory } from './state/history.ts';

const messages = builderMessages.saveStatus;

/** Formats a local time as the reader writes it: 14:03 or 2:03 PM. */
const formatTime = (at: number): string => formatWith({ timeStyle: 'short', timeZone: undefined }, new Date(at));

function getStatusDisplay(status: SaveStatus): { text: string; Icon: LucideIcon | null } {
  switch (status.kind) {
    case 'clean':
      return { text: '', Icon: null };
    case 'unsaved':
      return { text: messages.unsaved, Icon: null };
    case 'saving':
      return { text: messages.saving, Icon: LoaderCircle };
    case 'saved':
      return { text: messages.saved({ time: formatTime(status.at) }), Icon: CloudCheck };
    case 'offline':
      return { text: status.serverReached ? messages.serverError : messages.offline, Icon: CloudOff };
    case 'refused':
    case 'changed-elsewhere':
      return { text: messages.failed, Icon: CloudAlert };
  }
}

export function SaveStatusLine({ status }: { status: SaveStatus }) {
  const { text, Icon } = getStatusDisplay(status);
  return (
    <span className="save-status" role="status">
      {Icon && <Icon className="i" aria-hidden="true" />}
      <span>{text}</span>
    </span>
  );
}

const BADGES = {
  draft: { tint: 'canary', Icon: PencilLine },
  published: { tint: 'mint', Icon: Check },
  changed: { tint: 'canary', Icon: PencilLine },
  unpublished: { tint: '', Icon: CircleSlash },
} as const satisfies Record<PageState, unknown>;

function StateBadge({ state }: { state: PageState }) {
  const { tint, Icon } = BADGES[state];
  return (
    <span className={`badge ${tint}`}>
      <Icon className="i" aria-hidden="true" />
      {builderMessages.pageState[state]}
    </span>
  );
}

/** Undo and redo buttons. A disabled button keeps its tab stop, so keyboard focus is not lost. */
export function UndoRedoButtons({ undo, redo, announcement, canUndo, canRedo }: ReturnType<typeof useHistory>) {
  const buttonProps = (isEnabled: boolean) => ({
    variant: 'bare' as const,
    className: 'icon undo-redo__button',
    'aria-disabled': isEnabled ? undefined : true,
  });
  return (
    <div className="undo-redo">
      <span className="undo-redo__announcement small" role="status">
        <span key={announcement.count}>{announcement.text}</span>
      </span>
      <Button
        Icon={Undo2}
        {...buttonProps(canUndo)}
        onClick={undo}
        aria-label={builderMessages.bar.undo}
        aria-keyshortcuts="Control+Z Meta+Z"
      />
      <Button
        Icon={Redo2}
        {...buttonProps(canRedo)}
        onClick={redo}
        aria-label={builderMessages.bar.redo}
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
      />
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
    <header className="builder-bar on-enamel">
      <Link
        className={buttonVariants('bare', 'md', 'icon builder-bar__back')}
        to="/pages"
        aria-label={builderMessages.bar.toPages}
      >
        <ArrowLeft className="i" aria-hidden="true" />
      </Link>
      {name}
      {state && (
        <div className="builder-bar__status">
          <StateBadge state={state} />
          {status}
        </div>
      )}
      {undoRedo}
      <div className="builder-bar__actions">
        <SearchButton />
        {sandbox && <SandboxBadge {...sandboxMessages.badge} />}
        {children}
      </div>
    </header>
  );
}
