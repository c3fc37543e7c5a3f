import { Check, TriangleAlert, X } from 'lucide-react';

export type ToastWords = { title: string; message?: string | undefined };
export type ToastOptions = {
  /** An error: announced immediately and shown until it is closed. */
  destructive?: boolean;
  /** Stays until it is closed, because its link or action is still needed. */
  stays?: boolean;
  /** A link to follow, for example the URL of a tab that the browser blocked. */
  link?: { label: string; href: string };
  /** A button that runs an action. */
  act?: { label: string; onAct: () => void } | undefined;
};

type Props = ToastWords & ToastOptions & { onClose: () => void; onHold?: (held: boolean) => void };

/** One toast. `onFocusChange` reports whether the focus is inside it, so that it does not disappear. */
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
