import { ERROR_CODES, AppError, getHttpStatus } from '#domain/errors.ts';

import type { ApiDocument } from './api-document.ts';

/** Codes that no endpoint lists, because every endpoint may return them. */
const GENERIC_ERROR_CODES = ['not_found', 'method_not_allowed', 'internal', 'unavailable', 'provider_unavailable'];

/** Table of all API error codes, which the links in error responses point to. */
export const ErrorTable = ({ document }: { document: ApiDocument }) => {
  const documentedCodes = new Set([...Object.keys(document.components.examples), ...GENERIC_ERROR_CODES]);
  const codes = ERROR_CODES.filter((code) => documentedCodes.has(code)).toSorted();
  return (
    <dl className="dev-fields">
      {codes.map((code) => (
        <div key={code} id={`error-${code}`}>
          <dt>
            <code>{code}</code> <span className="dev-status">{getHttpStatus(code)}</span>
          </dt>
          <dd>{new AppError(code).message}</dd>
        </div>
      ))}
    </dl>
  );
};
