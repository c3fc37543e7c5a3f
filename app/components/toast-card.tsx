import { Check, TriangleAlert, X } from 'lucide-react';

export type ToastContent = { title: string; message?: string | undefined };
export type ToastOptions = {
  /** An error: announced immediately and shown until it is closed. */
  destructive?: boolean;
  /** Stays until it is closed, because its link or action is still needed. */
  persistent?: boolean;
  /** What the toast reports on; a newer toast with the same cause replaces it. Defaults to the title. */
  cause?: string;
  /** A link to follow, for example the URL of a tab that the browser blocked. */
  link?: { label: string; href: string };
  /** A button that runs an action. */
  action?: { label: string; onClick: () => void } | undefined;
};

type Props = ToastContent & ToastOptions & { onClose: () => void; onFocusChange?: (hasFocus: boolean) => void };

/** One toast. `onFocusChange` reports whether the focus is inside it, so that it does not disappear. */
export function ToastCard({ title, message, destructive, link, action, onClose, onFocusChange }: Props) {
  const Icon = destructive ? TriangleAlert : Check;
  return (
    <div
      className={destructive ? 'toast red on-enamel' : 'toast on-enamel'}
      role={destructive ? 'alert' : undefined}
      onFocus={() => onFocusChange?.(true)}
      onBlur={() => onFocusChange?.(false)}
    >
      <Icon className="i" aria-hidden="true" />
      <div className="toast__content">
        <b>{title}</b>
        {message && <p>{message}</p>}
        {link && (
          <a href={link.href} target="_blank" rel="noreferrer">
            {link.label}
          </a>
        )}
        {action && (
          <button type="button" onClick={action.onClick}>
            {action.label}
          </button>
        )}
      </div>
      <button type="button" className="toast__close" onClick={onClose} aria-label={`Close: ${title}`}>
        <X className="i" aria-hidden="true" />
      </button>
    </div>
  );
}
