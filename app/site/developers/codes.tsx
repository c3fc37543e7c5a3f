import { Fragment } from 'react';

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
