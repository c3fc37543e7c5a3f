import { Check, Copy, CopyPlus, Ellipsis, Plus, ReceiptText, SearchX, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '../badge.tsx';
import { Banner } from '../banner.tsx';
import { Button } from '../button.tsx';
import { CopyButton, CopyUrlButton } from '../copy-button.tsx';
import { AlertDialog, Dialog, FormDialog } from '../dialog.tsx';
import { DropdownMenu } from '../dropdown-menu.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';
import { FileButton } from '../file-button.tsx';
import { PageHeader } from '../page-header.tsx';
import { Pagination } from '../pagination.tsx';
import { PriceDisplay } from '../price-display.tsx';
import { SandboxBadge } from '../sandbox-badge.tsx';
import { Skeleton } from '../skeleton.tsx';
import { Table } from '../table.tsx';
import { Tabs } from '../tabs.tsx';
import { TextField } from '../text-field.tsx';
import { ToastCard } from '../toast-card.tsx';
import { toast, Toaster } from '../toast.tsx';
import { UtcTime } from '../utc-time.tsx';
import { Choices, Fields } from './component-gallery-fields.tsx';
import { Group, Row } from './component-gallery-group.tsx';

type Theme = 'light' | 'dark';

const ignore = () => undefined;

function Buttons() {
  return (
    <Group title="Button, Badge">
      <Row>
        {(['plain', 'primary', 'brass', 'red', 'bare', 'enamel'] as const).map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
      </Row>
      <Row>
        <Button size="sm">Small</Button>
        <Button size="lg">Large</Button>
        <Button Icon={Plus}>With an icon</Button>
        <Button Icon={Copy} aria-label="Copy" />
        <Button disabled>Disabled</Button>
        <Button variant="primary" disabled>
          Disabled
        </Button>
        <Button variant="primary" busyLabel="Saving...">
          Save
        </Button>
        <Button aria-pressed="true">Pressed</Button>
        <FileButton inputLabel="Image" accept="image/*" onSelect={ignore}>
          Choose a file
        </FileButton>
        <CopyButton text="Copied text" />
      </Row>
      <Row>
        <Badge label="Draft" Icon={Check} />
        <Badge label="Paid" variant="mint" Icon={Check} />
        <Badge label="Due" variant="canary" Icon={Check} />
        <Badge label="Failed" variant="pink" Icon={Check} />
        <Badge label="Trial" variant="blue" Icon={Check} />
        <SandboxBadge label="Sandbox" title="No real money moves here" />
      </Row>
      <CopyUrlButton url="https://pay.example.com/c/linocut" />
      <UtcTime iso="2026-11-23T14:12:00Z" showSeconds />
      <Row>
        <PriceDisplay text="$89.00" />
      </Row>
    </Group>
  );
}

const ORDERS = [
  { id: '1', buyer: 'Bo Buyer', amount: '$40.00' },
  { id: '2', buyer: 'Ada Long-Hyphenated-Name', amount: '−$12.50' },
];

function Lists({ theme }: { theme: Theme }) {
  return (
    <Group title="Table, Pagination, Skeleton">
      <div>
        <Table
          caption={`Orders, ${theme}`}
          columns={[
            { header: 'Buyer', isRowHeader: true, render: ({ buyer }) => buyer },
            { header: 'Amount', align: 'right', className: 'amt', render: ({ amount }) => amount },
          ]}
          rows={ORDERS}
          getKey={({ id }) => id}
          isSelected={({ id }) => id === '2'}
        />
        <Pagination
          label={`Pages of orders, ${theme}`}
          previous={{ label: 'Newer orders', to: null }}
          next={{ label: 'Older orders', to: '?page=2' }}
        >
          1–2 of 7
        </Pagination>
        <Pagination
          label={`Pages of the log, ${theme}`}
          previous={{ label: 'Newest', to: '?' }}
          next={{ label: 'Older', to: '?page=3' }}
          showLabels
        />
      </div>
      <Table
        caption={`Orders while newer ones load, ${theme}`}
        columns={[
          { header: 'Buyer', isRowHeader: true, render: ({ buyer }) => buyer },
          { header: 'Menu', isHeaderHidden: true, align: 'right', render: () => '…' },
        ]}
        rows={ORDERS}
        getKey={({ id }) => id}
        isStale
      />
      <div>
        <Skeleton rows={2} hideStatus />
      </div>
    </Group>
  );
}

function Toasts() {
  return (
    <Group title="Toast">
      <ToastCard title="Saved" message="Your page is up to date." onClose={ignore} />
      <ToastCard
        title="Your browser blocked the new tab"
        link={{ label: 'Open the dashboard', href: '?' }}
        onClose={ignore}
      />
      <ToastCard
        title="Couldn’t save your page"
        message="Try again in a minute."
        destructive
        action={{ label: 'Try again', onClick: ignore }}
        onClose={ignore}
      />
    </Group>
  );
}

function States() {
  return (
    <Group title="Banner, EmptyState, ErrorState">
      {(['blue', 'canary', 'pink', 'mint', 'plain'] as const).map((variant) => (
        <Banner key={variant} variant={variant} Icon={TriangleAlert}>
          <p>
            <b>A {variant} banner.</b> It says what happened and what to do.
          </p>
        </Banner>
      ))}
      <EmptyState level={3} illustration={<PriceDisplay text="$0.00" size="2.25rem" />} title="No sales yet">
        Share the link to your page.
      </EmptyState>
      <EmptyState level={3} variant="icon" Icon={ReceiptText} title="No deliveries yet">
        Each delivery is listed here.
      </EmptyState>
      <EmptyState level={3} variant="inline" Icon={SearchX} title="No orders match">
        <Button size="sm">Clear filters</Button>
      </EmptyState>
      <ErrorState title="Couldn’t load your orders" description="Try again in a minute." onRetry={ignore} />
    </Group>
  );
}

function Overlays({ theme }: { theme: Theme }) {
  const [openDialog, setOpenDialog] = useState<'dialog' | 'alert' | 'busy' | 'form' | null>(null);
  const [tab, setTab] = useState<'content' | 'design'>('content');
  const close = () => setOpenDialog(null);
  return (
    <Group title="Tabs, DropdownMenu, Dialog, Toast">
      <Tabs
        label={`Parts of a page, ${theme}`}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'content', label: 'Content', content: <p>What the page says.</p> },
          { value: 'design', label: 'Design', content: <p>How the page looks.</p> },
        ]}
      />
      <Row>
        <DropdownMenu
          label="More"
          Icon={Ellipsis}
          items={[
            { label: 'Duplicate', Icon: CopyPlus, onSelect: ignore },
            { label: 'Delete', Icon: Trash2, destructive: true, onSelect: ignore },
          ]}
        />
        <Button onClick={() => setOpenDialog('dialog')}>Dialog</Button>
        <Button onClick={() => setOpenDialog('alert')}>AlertDialog</Button>
        <Button onClick={() => setOpenDialog('busy')}>Busy AlertDialog</Button>
        <Button onClick={() => setOpenDialog('form')}>FormDialog</Button>
        <Button onClick={() => toast({ title: 'Saved', message: 'Your page is up to date.' })}>Toast</Button>
        <Button onClick={() => toast({ title: 'Not saved' }, { destructive: true })}>Error toast</Button>
      </Row>
      {openDialog === 'dialog' && (
        <Dialog title="Keyboard shortcuts" onClose={close}>
          <p>Press / to search.</p>
        </Dialog>
      )}
      {(openDialog === 'alert' || openDialog === 'busy') && (
        <AlertDialog
          title="Delete this page?"
          description="Its URL will stop working."
          cancelLabel="Cancel"
          confirmLabel="Delete page"
          busyLabel={openDialog === 'busy' && 'Deleting…'}
          onConfirm={close}
          onClose={close}
        />
      )}
      {openDialog === 'form' && (
        <FormDialog
          title="Rename this page"
          submitLabel="Rename page"
          busyLabel={false}
          onSubmit={close}
          onClose={close}
        >
          <TextField label="Name" value="" onValueChange={ignore} error="Enter a name." />
        </FormDialog>
      )}
    </Group>
  );
}

/** Every component of `app/components` in its states, light and dark. Development shows it at `/components`. */
export function ComponentGallery() {
  return (
    <main>
      <div style={{ padding: '24px 24px 0' }}>
        <PageHeader title="Components">
          <Button size="sm">Action</Button>
        </PageHeader>
      </div>
      {(['light', 'dark'] as const).map((theme) => (
        <div
          key={theme}
          style={{ colorScheme: theme, background: 'var(--counter)', color: 'var(--ink)', padding: 24 }}
          // Dialogs, menus and toasts are in the document, so they follow the section that was used last.
          onFocusCapture={() => (document.documentElement.dataset.theme = theme)}
        >
          <h2 className="h1">{theme === 'light' ? 'Light' : 'Dark'}</h2>
          <div
            style={{
              display: 'grid',
              gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 420px), 1fr))',
              gap: 16,
              marginTop: 16,
            }}
          >
            <Buttons />
            <Fields />
            <Choices />
            <Lists theme={theme} />
            <Toasts />
            <States />
            <Overlays theme={theme} />
          </div>
        </div>
      ))}
      <Toaster />
    </main>
  );
}
