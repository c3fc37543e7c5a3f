import {
  Check,
  Copy,
  CopyPlus,
  Ellipsis,
  Filter,
  Plus,
  ReceiptText,
  SearchX,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { Badge } from './badge.tsx';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { Combobox } from './combobox.tsx';
import { CopyButton, CopyUrlButton } from './copy-button.tsx';
import { DateField } from './date-field.tsx';
import { AlertDialog, Dialog, FormDialog } from './dialog.tsx';
import { DropdownMenu } from './dropdown-menu.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { Field } from './field.tsx';
import { Pagination } from './pagination.tsx';
import { PriceDisplay } from './price-display.tsx';
import { FilterSelect, Select } from './select.tsx';
import { Skeleton } from './skeleton.tsx';
import { Switch } from './switch.tsx';
import { Table } from './table.tsx';
import { Tabs } from './tabs.tsx';
import { CodeField, EmailField, PasswordField, TextField } from './text-field.tsx';
import { toast, Toaster } from './toast.tsx';
import { UtcTime } from './utc-time.tsx';

type Theme = 'light' | 'dark';

const ignore = () => undefined;
const COLORS = ['Blue', 'Green', 'Red', 'Yellow'];
const COLOR_OPTIONS = COLORS.map((name) => ({ value: name, label: name }));

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="sheet pad" style={{ display: 'grid', gap: 16, alignContent: 'start', minWidth: 0 }}>
      <h3 className="h2">{title}</h3>
      {children}
    </section>
  );
}

const Row = ({ children }: { children: ReactNode }) => (
  <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>{children}</div>
);

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
        <Button variant="primary" busyLabel="Saving...">
          Save
        </Button>
        <CopyButton text="Copied text" />
      </Row>
      <Row>
        <Badge label="Draft" Icon={Check} />
        <Badge label="Paid" variant="mint" Icon={Check} />
        <Badge label="Due" variant="canary" Icon={Check} />
        <Badge label="Failed" variant="pink" Icon={Check} />
        <Badge label="Trial" variant="blue" Icon={Check} />
      </Row>
      <CopyUrlButton url="https://pay.example.com/c/linocut" />
      <UtcTime iso="2026-11-23T14:12:00Z" showSeconds />
      <PriceDisplay text="$89.00" />
    </Group>
  );
}

function Fields() {
  const [text, setText] = useState('Linocut');
  const [date, setDate] = useState<string | null>('2026-11-23');
  const [color, setColor] = useState('Green');
  const [isOn, setIsOn] = useState(true);
  return (
    <Group title="TextField, PasswordField, CodeField, DateField, Select, FilterSelect, Combobox, Switch">
      <TextField label="Name" value={text} onValueChange={setText} hint="Buyers see it." aside="optional" />
      <TextField
        label="Slug"
        value="a b"
        onValueChange={ignore}
        error="Type letters and digits."
        inputRef={{ current: null }}
      />
      <EmailField value="" onValueChange={ignore} />
      <PasswordField value="brass-till-27" onValueChange={ignore} />
      <CodeField label="Code" value="123456" onValueChange={ignore} />
      <Row>
        <DateField label="From" value={date} onChange={setDate} />
        <FilterSelect
          label="Color filter"
          placeholder="Any color"
          Icon={Filter}
          value={color}
          options={COLOR_OPTIONS}
          onChange={setColor}
        />
      </Row>
      <Select label="Color of the page" value={color} options={COLOR_OPTIONS} onChange={setColor} />
      <Field label="Color">
        {(fieldProps) => (
          <Combobox
            inputProps={fieldProps}
            label="Colors"
            selectedValue={color}
            selectedLabel={color}
            findOptions={(query) =>
              COLORS.filter((name) => name.toLowerCase().startsWith(query.toLowerCase())).map((name) => ({
                value: name,
                content: <span style={{ gridColumn: 'span 2' }}>{name}</span>,
              }))
            }
            isExactMatch={(value, query) => value.toLowerCase() === query.toLowerCase()}
            getEmptyMessage={(query) => `No colors match “${query}”`}
            onSelect={setColor}
          />
        )}
      </Field>
      <span className="switch">
        <Switch aria-label="Show the price" checked={isOn} onChange={setIsOn} />
        <Switch aria-label="Can’t be changed" checked={false} disabled onChange={ignore} />
      </span>
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
      <Skeleton rows={2} hideStatus />
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
  const [openDialog, setOpenDialog] = useState<'dialog' | 'alert' | 'form' | null>(null);
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
        <Button onClick={() => setOpenDialog('form')}>FormDialog</Button>
        <Button onClick={() => toast({ title: 'Saved', message: 'Your page is up to date.' })}>Toast</Button>
        <Button onClick={() => toast({ title: 'Not saved' }, { destructive: true })}>Error toast</Button>
      </Row>
      {openDialog === 'dialog' && (
        <Dialog title="Keyboard shortcuts" onClose={close}>
          <p>Press / to search.</p>
        </Dialog>
      )}
      {openDialog === 'alert' && (
        <AlertDialog
          title="Delete this page?"
          description="Its URL will stop working."
          cancelLabel="Cancel"
          confirmLabel="Delete page"
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
          <TextField label="Name" value="Linocut" onValueChange={ignore} />
        </FormDialog>
      )}
    </Group>
  );
}

/** Every component of `app/components` in its states, light and dark. Development shows it at `/components`. */
export function ComponentGallery() {
  return (
    <main>
      <h1 className="h1" style={{ padding: 24 }}>
        Components
      </h1>
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} style={{ colorScheme: theme, background: 'var(--counter)', color: 'var(--ink)', padding: 24 }}>
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
            <Lists theme={theme} />
            <States />
            <Overlays theme={theme} />
          </div>
        </div>
      ))}
      <Toaster />
    </main>
  );
}
