import { FileUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { Dialog, FormDialog } from '#app/components/dialog.tsx';
import { Field, FormError } from '#app/components/field.tsx';
import { FileButton } from '#app/components/file-button.tsx';
import { ProgressBar } from '#app/components/progress-bar.tsx';
import { Select } from '#app/components/select.tsx';
import { formatCount } from '#app/components/utils/reader-formats.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { licenseMessages } from '#content/messages/licenses.ts';
import { MAX_KEYS_PER_IMPORT, type Deliverable } from '#domain/deliverable.ts';
import { LICENSE_KEY_LENGTH } from '#domain/license-api.ts';
import {
  countKeyLines,
  findWrongLines,
  parseKeyLines,
  sendKeyLines,
  type KeyImportResult,
} from '#domain/license-key-list.ts';

const messages = licenseMessages.import;

/** Line numbers that a message names. */
const MAX_SHOWN_LINES = 20;

const toCount = (count: number) => ({ count, text: formatCount(count) });

/** Names lines in a sentence: “lines 4, 17, and 3 more”. */
function describeLines(lines: readonly number[]): string {
  const numbers = lines.slice(0, MAX_SHOWN_LINES).join(', ');
  const more = lines.length - MAX_SHOWN_LINES;
  return more > 0
    ? messages.moreLines({ numbers, more: formatCount(more) })
    : messages.lines({ count: lines.length, numbers });
}

/** What prevents the import; null if nothing does. */
function findError(lines: readonly string[]): string | null {
  const count = countKeyLines(lines);
  if (count === 0) return messages.missing;
  if (count > MAX_KEYS_PER_IMPORT)
    return messages.tooMany({ max: formatCount(MAX_KEYS_PER_IMPORT), count: formatCount(count) });
  const wrongLines = findWrongLines(lines);
  return wrongLines.length > 0
    ? messages.wrongLines({ lines: describeLines(wrongLines), ...LICENSE_KEY_LENGTH })
    : null;
}

type ImportInput = { deliverableId: string; lines: readonly string[] };

/**
 * Adds keys in several requests, until the dialog is closed. `sent` and `added` count the keys of the running or the
 * last import.
 */
function useKeyImport(onDone: (result: KeyImportResult) => void) {
  const [progress, setProgress] = useState({ sent: 0, added: 0 });
  const controllerRef = useRef<AbortController | null>(null);
  const stop = () => controllerRef.current?.abort();
  // The screen can be left while keys are sent.
  useEffect(() => stop, []);
  const importKeys = async ({ deliverableId, lines }: ImportInput) => {
    const controller = new AbortController();
    controllerRef.current = controller;
    setProgress({ sent: 0, added: 0 });
    const send = async (keys: string[]) => {
      controller.signal.throwIfAborted();
      const result = await callRpc('import-license-keys', { deliverableId, keys }, controller.signal);
      setProgress((current) => ({ ...current, added: current.added + result.added }));
      return result;
    };
    return sendKeyLines(lines, send, (sent) => setProgress((current) => ({ ...current, sent })));
  };
  const action = useAction(importKeys, { invalidates: ['list-licenses', 'list-deliverables'], onSuccess: onDone });
  return { ...action, ...progress, stop };
}

function ImportProgress({ sent, total }: { sent: number; total: number }) {
  const text = messages.progress({ sent: formatCount(sent), total: formatCount(total) });
  return (
    <div className="key-import__progress">
      <p className="small num">{text}</p>
      <ProgressBar label={messages.progressLabel} value={sent} max={total} text={text} isSmall />
    </div>
  );
}

function ImportResultDialog({ result, onClose }: { result: KeyImportResult; onClose: () => void }) {
  const { added, duplicates } = result;
  return (
    <Dialog title={messages.doneTitle(toCount(added))} onClose={onClose}>
      {duplicates.length > 0 && (
        <p>{messages.skipped({ ...toCount(duplicates.length), lines: describeLines(duplicates) })}</p>
      )}
      <div className="dialog__actions">
        <Button variant="primary" onClick={onClose}>
          {messages.done}
        </Button>
      </div>
    </Dialog>
  );
}

type DialogProps = {
  /** Deliverables whose keys come from a list. */
  lists: readonly Pick<Deliverable, 'id' | 'name' | 'unusedKeys'>[];
  selectedId: string | null;
  onClose: () => void;
};

/** Adds license keys to a list: pasted ones, or those of a file. Lines that the server skips are named. */
export function ImportKeysDialog({ lists, selectedId, onClose }: DialogProps) {
  const selected = lists.find(({ id }) => id === selectedId) ?? lists[0];
  const [deliverableId, setDeliverableId] = useState(selected?.id ?? '');
  const [text, setText] = useState('');
  const [formError, setFormError] = useState<string | null>(null);
  const [result, setResult] = useState<KeyImportResult | null>(null);
  const lines = parseKeyLines(text);
  const total = countKeyLines(lines);
  const { busy, error, sent, added, clear, run, stop } = useKeyImport(setResult);
  const handleChange = (newText: string) => {
    setText(newText);
    setFormError(null);
    clear();
  };
  const handleFile = (file: File) => void file.text().then(handleChange, () => setFormError(messages.unreadable));
  const handleSubmit = () => {
    const found = findError(lines);
    setFormError(found);
    if (found === null) void run({ deliverableId, lines });
  };
  if (result) return <ImportResultDialog result={result} onClose={onClose} />;
  return (
    <FormDialog
      title={lists.length === 1 && selected ? messages.titleOfList(selected) : messages.title}
      description={<p>{messages.text}</p>}
      submitLabel={messages.submit}
      busyLabel={busy && messages.busy}
      initialFocus="textarea"
      onSubmit={handleSubmit}
      onClose={() => {
        // The dialog stays for its closing transition.
        stop();
        onClose();
      }}
    >
      {lists.length > 1 && (
        <Select
          label={messages.product}
          value={deliverableId}
          options={lists.map(({ id, name, unusedKeys }) => ({
            value: id,
            label: messages.productOption({ name, ...toCount(unusedKeys ?? 0) }),
          }))}
          onChange={setDeliverableId}
        />
      )}
      <Field
        label={messages.keys}
        aside={total > 0 && <span className="small muted num">{messages.count(toCount(total))}</span>}
        hint={messages.keysHint}
        error={formError}
      >
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            className="in key-import__keys"
            rows={8}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            disabled={busy}
            value={text}
            onChange={(event) => handleChange(event.target.value)}
          />
        )}
      </Field>
      <div>
        <FileButton
          Icon={FileUp}
          size="sm"
          inputLabel={messages.fileLabel}
          accept=".csv,.txt,text/csv,text/plain"
          disabled={busy}
          onSelect={handleFile}
        >
          {messages.file}
        </FileButton>
      </div>
      {busy && <ImportProgress sent={sent} total={total} />}
      <FormError>{error && (added > 0 ? `${error} ${messages.partly(toCount(added))}` : error)}</FormError>
    </FormDialog>
  );
}
