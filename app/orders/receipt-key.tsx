import { Send } from 'lucide-react';
import { useState } from 'react';

import { callRpc } from '#app/session/call.ts';
import { useErrorToast } from '#app/session/use-fail-toast.ts';
import { Button } from '#app/ui/key.tsx';
import { toast } from '#app/ui/toast.tsx';

/** Resends the newest receipt. `onSent`: the order must be reloaded. */
export function ResendReceiptButton({ orderId, onSent }: { orderId: string; onSent: () => void }) {
  const [busy, setBusy] = useState(false);
  const showErrorToast = useErrorToast();
  const send = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { to } = await callRpc('resend-receipt', { orderId });
      toast({ title: 'Receipt on its way', message: `We mail it to ${to}.` });
      onSent();
    } catch (error) {
      showErrorToast(error, 'Receipt not sent');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button onClick={() => void send()} busyLabel={busy && 'Sending...'}>
      <Send className="i" aria-hidden="true" />
      Send receipt again
    </Button>
  );
}
