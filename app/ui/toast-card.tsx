import { Check, TriangleAlert, X } from 'lucide-react';

export type ToastWords = { title: string; message?: string | undefined };
export type ToastOptions = {
  /** Something failed: announced at once, stays until it is closed. */
  destructive?: boolean;
  /** Is not taken away by itself: what it leads to is still needed. */
  stays?: boolean;
  /** A way on, for example the address of a tab that the browser did not let us open. */
  link?: { label: string; href: string };
  /** The same where something has to be done for it. */
  act?: { label: string; onAct: () => void } | undefined;
};

type Props = ToastWords & ToastOptions & { onClose: () => void; onHold?: (held: boolean) => void };

/** One toast as the kit draws it. `onHold` tells that the keyboard is in it, so that it does not leave. */
export function ToastCard({ title, message, destructive, link, act, onClose, onHold }: Props) {
  const Icon = destructive ? TriangleAlert : Check;
  return (
    <div
      className={destructive ? 'toast red on-enamel' : 'toast on-enamel'}
      role={destructive ? 'alert' : undefined}
      onFocus={() => onHold?.(true)}
      onBlur={() => onHold?.(false)}
    >
      <Icon className="i" aria-hidden="true" />
      <div className="toast-words">
        <b>{title}</b>
        {message && <p>{message}</p>}
        {link && (
          <a href={link.href} target="_blank" rel="noreferrer">
            {link.label}
          </a>
        )}
        {act && (
          <button type="button" onClick={act.onAct}>
            {act.label}
          </button>
        )}
      </div>
      <button type="button" className="toast-close" onClick={onClose} aria-label={`Close: ${title}`}>
        <X className="i" aria-hidden="true" />
      </button>
    </div>
  );
}
