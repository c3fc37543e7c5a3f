import { Send } from 'lucide-react';
import { useState } from 'react';

import { call } from '#app/session/call.ts';
import { useFailToast } from '#app/session/use-fail-toast.ts';
import { Key } from '#app/ui/key.tsx';
import { toast } from '#app/ui/toast.tsx';

/** Resends the newest receipt. `onSent`: the order must be reloaded. */
export function ReceiptKey({ orderId, onSent }: { orderId: string; onSent: () => void }) {
  const [busy, setBusy] = useState(false);
  const failToast = useFailToast();
  const send = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { to } = await call('resend-receipt', { orderId });
      toast({ title: 'Receipt on its way', message: `We mail it to ${to}.` });
      onSent();
    } catch (error) {
      failToast(error, 'Receipt not sent');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Key onClick={() => void send()} busy={busy && 'Sending...'}>
      <Send className="i" aria-hidden="true" />
      Send receipt again
    </Key>
  );
}
