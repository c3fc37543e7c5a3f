import { Fragment } from 'react';

/** A code block. Long lines scroll, also by keyboard. */
export const CodeBlock = ({ label, children }: { label: string; children: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <pre className="dev-code" tabIndex={0} aria-label={label}>
    <code>{children}</code>
  </pre>
);

/** Text with code in `backticks`. */
export const InlineCode = ({ children }: { children: string }) =>
  children
    .split('`')
    .map((segment, index) =>
      index % 2 === 0 ? <Fragment key={index}>{segment}</Fragment> : <code key={index}>{segment}</code>,
    );
