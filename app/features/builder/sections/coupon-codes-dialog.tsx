import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { AlertDialog, FormDialog } from '#app/components/dialog.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { downloadBlob } from '#app/components/utils/download-blob.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction, useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { couponCodeMessages as messages } from '#content/messages/coupon-codes.ts';
import { rpcErrorTitles } from '#content/messages/rpc-errors.ts';
import { MAX_NEW_CODES } from '#domain/coupon-batch.ts';

const CODE_QUERIES = ['count-coupon-codes', 'get-page-counts'] as const;

type BatchRef = { pageId: string; code: string };

async function downloadCodes(batch: BatchRef): Promise<void> {
  const parts: string[] = [];
  let next: string | null = null;
  do {
    const part: { lines: string; next: string | null } = await callRpc('export-coupon-codes', {
      ...batch,
      ...(next === null ? {} : { after: next }),
    });
    parts.push(part.lines);
    next = part.next;
  } while (next !== null);
  downloadBlob(new Blob(parts, { type: 'text/csv;charset=utf-8' }), `coupon-codes-${batch.code}.csv`);
}

const parseCount = (text: string): number | null => {
  const count = Number(text);
  return /^\d+$/.test(text) && count >= 1 && count <= MAX_NEW_CODES ? count : null;
};

/** Creates, exports and deletes the single-use codes of a coupon. */
export function CouponCodesDialog({ pageId, code, onClose }: BatchRef & { onClose: () => void }) {
  const batch = { pageId, code };
  const { data: counts } = useRpcQuery('count-coupon-codes', batch);
  const [count, setCount] = useState('100');
  const [error, setError] = useState<string | null>(null);
  const [isDeleting, setIsDeleting] = useState(false);
  const creation = useRpcMutation('create-coupon-codes', {
    failureTitle: rpcErrorTitles['create-coupon-codes'],
    success: ({ codes }) => ({ title: messages.created({ count: codes.length }) }),
    invalidates: CODE_QUERIES,
  });
  const deletion = useRpcMutation('delete-unused-coupon-codes', {
    failureTitle: rpcErrorTitles['delete-unused-coupon-codes'],
    success: ({ deleted }) => ({ title: messages.deleted({ count: deleted }) }),
    invalidates: CODE_QUERIES,
    onSuccess: () => setIsDeleting(false),
  });
  const exporting = useAction(() => downloadCodes(batch), { failureTitle: rpcErrorTitles['export-coupon-codes'] });
  const isEmpty = !counts || counts.unused + counts.reserved + counts.used === 0;
  function create() {
    const parsed = parseCount(count.trim());
    setError(parsed === null ? messages.countError : null);
    if (parsed !== null) void creation.run({ ...batch, count: parsed });
  }
  if (isDeleting)
    return (
      <AlertDialog
        title={messages.confirmDelete.title({ count: counts?.unused ?? 0 })}
        description={messages.confirmDelete.description}
        cancelLabel={messages.confirmDelete.keep}
        confirmLabel={messages.confirmDelete.confirm}
        busyLabel={deletion.busy && messages.deleting}
        onConfirm={() => void deletion.run(batch)}
        onClose={() => setIsDeleting(false)}
      />
    );
  return (
    <FormDialog
      title={messages.title({ code })}
      description={messages.description({ code })}
      submitLabel={messages.create}
      busyLabel={creation.busy && messages.creating}
      onSubmit={create}
      onClose={onClose}
    >
      <p className="num" role="status">
        {counts && messages.counts(counts)}
      </p>
      <TextField
        label={messages.count}
        hint={messages.countHint}
        error={error}
        inputMode="numeric"
        autoComplete="off"
        value={count}
        onValueChange={(text) => {
          setCount(text);
          setError(null);
        }}
      />
      <div className="button-row">
        <Button
          Icon={Download}
          disabled={isEmpty}
          busyLabel={exporting.busy && messages.exporting}
          onClick={() => void exporting.run()}
        >
          {messages.export}
        </Button>
        <Button Icon={Trash2} disabled={!counts || counts.unused === 0} onClick={() => setIsDeleting(true)}>
          {messages.deleteUnused}
        </Button>
      </div>
    </FormDialog>
  );
}
