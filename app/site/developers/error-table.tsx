import { ERROR_CODES, ShopError, statusOf } from '#domain/errors.ts';

import type { ApiDocument } from './api-document.ts';

/** Codes that no endpoint lists, because every endpoint may return them. */
const EVERYWHERE = ['not_found', 'method_not_allowed', 'internal', 'unavailable', 'provider_unavailable'];

/** Table of all API error codes, which the links in error responses point to. */
export const ErrorTable = ({ document }: { document: ApiDocument }) => {
  const known = new Set([...Object.keys(document.components.examples), ...EVERYWHERE]);
  const codes = ERROR_CODES.filter((code) => known.has(code)).toSorted();
  return (
    <dl className="dev-fields">
      {codes.map((code) => (
        <div key={code} id={`error-${code}`}>
          <dt>
            <code>{code}</code> <span className="dev-status">{statusOf(code)}</span>
          </dt>
          <dd>{new ShopError(code).message}</dd>
        </div>
      ))}
    </dl>
  );
};
