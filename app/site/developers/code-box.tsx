import { Fragment } from 'react';

/** A code block. Long lines scroll, also by keyboard. */
export const CodeBox = ({ label, children }: { label: string; children: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <pre className="dev-code" tabIndex={0} aria-label={label}>
    <code>{children}</code>
  </pre>
);

/** Text with code in `backticks`. */
export const Marked = ({ children }: { children: string }) =>
  children
    .split('`')
    .map((part, place) =>
      place % 2 === 0 ? <Fragment key={place}>{part}</Fragment> : <code key={place}>{part}</code>,
    );
