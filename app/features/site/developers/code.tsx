import { Fragment } from 'react';

/** Errors that every endpoint may return, and those of every write endpoint. Documented once. */
export const COMMON_ERROR_CODES = ['invalid_request', 'unauthorized', 'scope_missing', 'rate_limited'] as const;
export const WRITE_ERROR_CODES = [
  'body_too_large',
  'unsupported_media_type',
  'idempotency_mismatch',
  'idempotency_in_progress',
] as const;

export const isCommonErrorCode = (code: string): boolean =>
  [...COMMON_ERROR_CODES, ...WRITE_ERROR_CODES].some((candidate) => candidate === code);

/** Error codes, each linked to its description. */
export const ErrorCodeLinks = ({ codes }: { codes: readonly string[] }) =>
  codes.map((code, index) => (
    <Fragment key={code}>
      {index > 0 && ', '}
      <a href={`/developers#error-${code}`}>
        <code>{code}</code>
      </a>
    </Fragment>
  ));

/** A code block. Long lines scroll, also by keyboard. */
export const CodeBlock = ({ label, children }: { label: string; children: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <pre className="code-block" tabIndex={0} aria-label={label}>
    <code>{children}</code>
  </pre>
);

const CODE_OR_LINK = /(`[^`]+`|\[[^\]]+\]\((?:https:\/)?\/[^)\s]+\))/;
const LINK_PATTERN = /^\[(.+)\]\((.+)\)$/;

/** Text with code in `backticks`, and links as `[text](https://…)` or `[text](/path)`. */
export const InlineMarkup = ({ children }: { children: string }) =>
  children.split(CODE_OR_LINK).map((segment, index) => {
    const [, linkText, href] = LINK_PATTERN.exec(segment) ?? [];
    if (index % 2 === 0) return <Fragment key={index}>{segment}</Fragment>;
    if (href)
      return (
        <a key={index} href={href}>
          {linkText}
        </a>
      );
    return <code key={index}>{segment.slice(1, -1)}</code>;
  });
