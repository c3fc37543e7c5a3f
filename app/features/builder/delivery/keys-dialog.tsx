import { FileUp } from 'lucide-react';
import { useState } from 'react';

import { FormDialog } from '#app/components/dialog.tsx';
import { FormError } from '#app/components/field.tsx';
import { FileButton } from '#app/components/file-button.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { builderDeliveryMessages } from '#content/messages/builder-delivery.ts';
import { MAX_KEYS_PER_IMPORT, type Deliverable } from '#domain/deliverable.ts';

import { FormTextField } from '../fields/builder-text-field.tsx';
import { listKeyLines, readFirstColumn } from './parse-keys.ts';

const messages = builderDeliveryMessages.keys;

/** Enough for the largest list of the longest keys. */
const MAX_INPUT_LENGTH = 2_000_000;

const MAX_TEXT = MAX_KEYS_PER_IMPORT.toLocaleString('en-US');

function validateKeys(count: number): string | null {
  if (count === 0) return messages.missing;
  return count > MAX_KEYS_PER_IMPORT ? messages.tooMany({ count: count.toLocaleString('en-US'), max: MAX_TEXT }) : null;
}

type Props = { deliverable: Deliverable; onClose: () => void };

/** Adds license keys to a list: pasted ones, or those of a file. Lines that the server skips are named. */
export function KeysDialog({ deliverable: { id: deliverableId, name }, onClose }: Props) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [skipped, setSkipped] = useState<readonly number[]>([]);
  const change = (changed: string) => {
    setText(changed);
    setError(null);
    setSkipped([]);
  };
  const {
    busy,
    run,
    error: failure,
    clear,
  } = useRpcMutation('import-license-keys', {
    success: ({ added }) => ({ title: messages.added({ count: added }) }),
    invalidates: ['list-deliverables', 'list-licenses'],
  });
  const lines = listKeyLines(text);
  async function add() {
    const problem = validateKeys(lines.length);
    setError(problem);
    if (problem) return;
    const result = await run({ deliverableId, keys: lines.map(({ key }) => key) });
    if (!result) return;
    const { duplicates } = result.data;
    if (duplicates.length === 0) return onClose();
    setSkipped(duplicates.flatMap((number) => lines[number - 1]?.line ?? []));
  }
  return (
    <FormDialog
      title={messages.title({ name })}
      description={messages.description({ max: MAX_TEXT })}
      submitLabel={messages.add}
      busyLabel={busy && messages.adding}
      initialFocus="textarea"
      onSubmit={() => void add()}
      onInput={clear}
      onClose={onClose}
    >
      <FormError>{failure}</FormError>
      <FormTextField
        id="license-keys"
        label={messages.keys}
        hint={messages.keysHint}
        error={error}
        rows={8}
        className="in receipt-text"
        maxLength={MAX_INPUT_LENGTH}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        value={text}
        onValueChange={change}
      />
      {skipped.length > 0 && (
        <p className="warning-note small" role="status">
          <span>{messages.duplicates({ lines: skipped })}</span>
        </p>
      )}
      <div className="keys-dialog__file">
        <FileButton
          inputLabel={messages.fileInput}
          accept=".csv,.txt,text/csv,text/plain"
          Icon={FileUp}
          size="sm"
          onSelect={(file) => void file.text().then((content) => change(readFirstColumn(content)))}
        >
          {messages.file}
        </FileButton>
        <span className="hint">{messages.fileHint}</span>
      </div>
    </FormDialog>
  );
}
