/** Scrollable box with preformatted text. */
export function CodeBox({ label, text }: { label: string; text: string }) {
  return (
    /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region needs keyboard focus */
    <pre className="code-box" role="region" aria-label={label} tabIndex={0} dir="ltr">
      {text}
    </pre>
  );
}
