import { ArrowLeft, CircleDot } from 'lucide-react';
import { useRef, useState } from 'react';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { builderMessages } from '#content/messages/builder.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { PageVersionRow } from '#domain/rpc-contract.ts';

import { ScaledPreview, usePreviewFit } from './preview/preview.tsx';

const messages = builderMessages.versions;
const PHONE_WIDTH_PX = 375;

type Restore = (config: CheckoutPageConfig, number: number) => void;

function VersionPreview({ config, sellerName }: { config: CheckoutPageConfig; sellerName: string | null }) {
  const fit = usePreviewFit(PHONE_WIDTH_PX);
  const { viewportRef } = fit;
  return (
    <div
      className="versions-drawer__preview"
      ref={viewportRef}
      role="region"
      aria-label={messages.previewLabel}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
      tabIndex={0}
    >
      <ScaledPreview {...{ fit, config, sellerName }} state="open" />
    </div>
  );
}

type VersionDetailsProps = {
  pageId: string;
  number: number;
  sellerName: string | null;
  onBack: () => void;
  onRestore: Restore;
};

/** Shows one published version and restores it on request. */
function VersionDetails({ pageId, number, sellerName, onBack, onRestore }: VersionDetailsProps) {
  const version = useRpcQuery('get-version', { pageId, number }, { staleTime: Number.POSITIVE_INFINITY });
  const config = version.data?.config;
  return (
    <div className="versions-drawer__version">
      <QueryBoundary query={version} errorTitle={messages.loadError} skeleton={<Skeleton rows={6} />}>
        {(data) => <VersionPreview config={data.config} sellerName={sellerName} />}
      </QueryBoundary>
      <div className="dialog__actions">
        <Button Icon={ArrowLeft} onClick={onBack}>
          {messages.back}
        </Button>
        <Button variant="primary" disabled={!config} onClick={() => config && onRestore(config, number)}>
          {messages.restore}
        </Button>
      </div>
    </div>
  );
}

type RowProps = { version: PageVersionRow; isLive: boolean; onOpen: () => void };

const VersionRow = ({ version, isLive, onOpen }: RowProps) => (
  <li className="versions-drawer__row">
    <div className="versions-drawer__row-header">
      <h3 className="h3">{messages.versionTitle(version)}</h3>
      {isLive && <Badge label={messages.live} variant="mint" Icon={CircleDot} />}
    </div>
    <p className="small muted">
      <UtcTime iso={version.createdAt} />
    </p>
    <ul className="small versions-drawer__changes">
      {version.changes.length === 0 && <li>{version.number === 1 ? messages.firstVersion : messages.unchanged}</li>}
      {version.changes.map((change) => (
        <li key={change} dir="auto">
          {change}
        </li>
      ))}
    </ul>
    <Button size="sm" onClick={onOpen} aria-label={messages.viewLabel(version)}>
      {messages.view}
    </Button>
  </li>
);

type ListProps = { pageId: string; liveVersion: number; onOpen: (number: number) => void };

function VersionList({ pageId, liveVersion, onOpen }: ListProps) {
  const list = useRpcQuery('list-versions', { pageId });
  return (
    <QueryBoundary query={list} errorTitle={messages.listError} skeleton={<Skeleton rows={4} />}>
      {({ versions }) =>
        versions.length === 0 ? (
          <NoVersions />
        ) : (
          <ol className="versions-drawer__list" reversed>
            {versions
              .toSorted((a, b) => b.number - a.number)
              .map((version) => (
                <VersionRow
                  key={version.number}
                  version={version}
                  isLive={version.number === liveVersion}
                  onOpen={() => onOpen(version.number)}
                />
              ))}
          </ol>
        )
      }
    </QueryBoundary>
  );
}

const NoVersions = () => <p className="muted">{messages.empty}</p>;

type Props = {
  /** Null for a page that is not saved yet. */
  pageId: string | null;
  /** The published version number; 0 if there is none. */
  liveVersion: number;
  sellerName: string | null;
  onRestore: Restore;
  onClose: () => void;
};

/** Drawer with all published versions, newest first. */
export function VersionsDrawer({ pageId, liveVersion, sellerName, onRestore, onClose }: Props) {
  const [selectedVersion, setSelectedVersion] = useState<number | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const selectVersion = (number: number | null) => {
    setSelectedVersion(number);
    body.current?.focus();
  };
  return (
    <Dialog
      title={selectedVersion === null ? messages.title : messages.versionTitle({ number: selectedVersion })}
      onClose={onClose}
      className="versions-drawer"
      initialFocus=".versions-drawer__body"
    >
      <div className="versions-drawer__body" ref={body} tabIndex={-1}>
        {pageId === null && <NoVersions />}
        {pageId !== null && selectedVersion === null && (
          <VersionList {...{ pageId, liveVersion }} onOpen={selectVersion} />
        )}
        {pageId !== null && selectedVersion !== null && (
          <VersionDetails
            {...{ pageId, sellerName, onRestore }}
            number={selectedVersion}
            onBack={() => selectVersion(null)}
          />
        )}
      </div>
    </Dialog>
  );
}
