import { ArrowLeft, CircleDot } from 'lucide-react';
import { useRef, useState } from 'react';

import type { PageVersionRow } from '#domain/calls.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { useCall } from '#app/session/use-call.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Key } from '#app/ui/key.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';

import { Preview } from './preview.tsx';
import { useStageFit } from './use-stage-fit.ts';

const LIST_FAILED = 'The versions could not be loaded';
const ONE_FAILED = 'This version could not be loaded';
const PHONE = 375;

type Restore = (config: CheckoutPageConfig, number: number) => void;

function VersionPicture({ config, sellerName }: { config: CheckoutPageConfig; sellerName: string | null }) {
  const { out, inner, scale, height } = useStageFit(PHONE);
  return (
    /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard */
    <div className="b-then" ref={out} role="region" aria-label="The page of that time" tabIndex={0}>
      <div className="b-sheet" style={{ width: PHONE * scale, height }}>
        <div className="b-paper" inert>
          <div className="b-scale" ref={inner} style={{ width: PHONE, transform: `scale(${scale})` }}>
            <Preview config={config} sellerName={sellerName} state="open" />
          </div>
        </div>
      </div>
    </div>
  );
}

type OneProps = {
  pageId: string;
  number: number;
  sellerName: string | null;
  onBack: () => void;
  onRestore: Restore;
};

/** Shows one published version and restores it on request. */
function OneVersion({ pageId, number, sellerName, onBack, onRestore }: OneProps) {
  const version = useCall('get-version', { pageId, number });
  return (
    <div className="b-version">
      {version.state === 'ready' && <VersionPicture config={version.answer.config} sellerName={sellerName} />}
      {version.state === 'loading' && <Skeleton rows={6} />}
      {version.state === 'failed' && (
        <LoadFailure
          what={ONE_FAILED}
          why={failWords(version.error, ONE_FAILED).message}
          onRetry={version.retry}
        />
      )}
      <div className="dlg-keys">
        <Key onClick={onBack}>
          <ArrowLeft className="i" aria-hidden="true" />
          All versions
        </Key>
        <Key
          kind="primary"
          disabled={version.state !== 'ready'}
          onClick={() => version.state === 'ready' && onRestore(version.answer.config, number)}
        >
          Restore into the draft
        </Key>
      </div>
    </div>
  );
}

type RowProps = { version: PageVersionRow; live: boolean; onLook: () => void };

const VersionRow = ({ version, live, onLook }: RowProps) => (
  <li className="b-version-row">
    <div className="b-version-head">
      <h3 className="h3">Version {version.number}</h3>
      {live && <Badge label="Buyers see this" tint="mint" Icon={CircleDot} />}
    </div>
    <p className="small muted">
      <UtcTime iso={version.createdAt} />
    </p>
    <ul className="small b-version-changes">
      {version.changes.length === 0 && (
        <li>{version.number === 1 ? 'First published' : 'Nothing changed'}</li>
      )}
      {version.changes.map((change) => (
        <li key={change} dir="auto">
          {change}
        </li>
      ))}
    </ul>
    <Key size="sm" onClick={onLook} aria-label={`Look at version ${version.number}`}>
      Look at it
    </Key>
  </li>
);

type ListProps = { pageId: string; live: number; onLook: (number: number) => void };

function VersionList({ pageId, live, onLook }: ListProps) {
  const list = useCall('list-versions', { pageId });
  if (list.state === 'loading') return <Skeleton rows={4} />;
  if (list.state === 'failed')
    return (
      <LoadFailure what={LIST_FAILED} why={failWords(list.error, LIST_FAILED).message} onRetry={list.retry} />
    );
  const versions = list.answer.versions.toSorted((one, other) => other.number - one.number);
  if (versions.length === 0) return <NoVersions />;
  return (
    <ol className="b-versions" reversed>
      {versions.map((version) => (
        <VersionRow
          key={version.number}
          version={version}
          live={version.number === live}
          onLook={() => onLook(version.number)}
        />
      ))}
    </ol>
  );
}

const NoVersions = () => (
  <p className="muted">
    Each time you publish, the page is kept here as it was. You can look at it again, and bring it back.
  </p>
);

type Props = {
  /** Null for a page that is not saved yet. */
  pageId: string | null;
  /** The published version number; 0 if there is none. */
  live: number;
  sellerName: string | null;
  onRestore: Restore;
  onClose: () => void;
};

/** Drawer with all published versions, newest first. */
export function VersionsDrawer({ pageId, live, sellerName, onRestore, onClose }: Props) {
  const [looked, setLooked] = useState<number | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const look = (number: number | null) => {
    setLooked(number);
    body.current?.focus();
  };
  return (
    <Dialog
      title={looked === null ? 'Versions' : `Version ${looked}`}
      onClose={onClose}
      className="b-drawer"
      focusFirst=".b-drawer-body"
    >
      <div className="b-drawer-body" ref={body} tabIndex={-1}>
        {pageId === null && <NoVersions />}
        {pageId !== null && looked === null && <VersionList {...{ pageId, live }} onLook={look} />}
        {pageId !== null && looked !== null && (
          <OneVersion {...{ pageId, sellerName, onRestore }} number={looked} onBack={() => look(null)} />
        )}
      </div>
    </Dialog>
  );
}
