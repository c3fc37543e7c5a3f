/** Text of a machine as it is, in a box that scrolls. */
export function CodeBox({ label, text }: { label: string; text: string }) {
  return (
    /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys */
    <pre className="code-box" role="region" aria-label={label} tabIndex={0} dir="ltr">
      {text}
    </pre>
  );
}
