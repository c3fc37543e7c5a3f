import { Fragment } from 'react';

/** Codes of errors, each a link to what it means. */
export const Codes = ({ codes }: { codes: readonly string[] }) =>
  codes.map((code, place) => (
    <Fragment key={code}>
      {place > 0 && ', '}
      <a href={`/developers#error-${code}`}>
        <code>{code}</code>
      </a>
    </Fragment>
  ));
