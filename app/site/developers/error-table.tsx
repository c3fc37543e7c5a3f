import { ERROR_CODES, ShopError, statusOf } from '#domain/errors.ts';

import type { ApiDocument } from './api-document.ts';

/** What no endpoint names, because each may answer so. */
const EVERYWHERE = ['not_found', 'method_not_allowed', 'internal', 'unavailable', 'provider_unavailable'];

/** Every code of the API, for the links in errors to lead to. */
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
