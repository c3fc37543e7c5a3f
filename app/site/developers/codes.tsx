import { Fragment } from 'react';

/** Error codes, each linked to its description. */
export const Codes = ({ codes }: { codes: readonly string[] }) =>
  codes.map((code, place) => (
    <Fragment key={code}>
      {place > 0 && ', '}
      <a href={`/developers#error-${code}`}>
        <code>{code}</code>
      </a>
    </Fragment>
  ));
