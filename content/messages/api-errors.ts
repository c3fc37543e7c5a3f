/** Errors of the REST API, for developers. */
export const apiErrorMessages = {
  keyInUrl:
    'API keys don’t belong in URLs, because URLs are logged. Revoke this key and send a new one as “Authorization: Bearer twk_…”.',
  missingKey: 'Send an API key as “Authorization: Bearer twk_…”.',
  notApiKey: 'This isn’t an API key. API keys start with twk_. Create one on the Integrations screen.',
  wrongChecksum: 'This API key is incomplete or has a typo. Copy it again.',
  unknownKey: 'This API key isn’t valid. It may have been revoked.',
  wrongMode: ({ keyMode, siteMode }: { keyMode: string; siteMode: string }) =>
    `This is a ${keyMode} mode API key, but this site runs in ${siteMode} mode.`,
  expiredKey: ({ date }: { date: string }) => `This API key expired on ${date}.`,
  missingScope: ({ scope }: { scope: string }) => `The API key lacks the scope ${scope}. Use a key with this scope.`,
  unknownParameter: ({ allowed }: { allowed: string }) => `Unknown parameter. This endpoint accepts: ${allowed}.`,
  noParameters: 'Unknown parameter. This endpoint accepts no parameters.',
  repeatedParameter: 'Send this parameter only once.',
  nulCharacter: 'This value can’t contain a NUL character.',
  unknownPath: 'The API has no such path.',
  rateLimit: ({ limit, retryAfterS }: { limit: number; retryAfterS: number }) =>
    `The limit is ${limit} requests per minute. Wait for ${retryAfterS} seconds.`,
  ownRateLimit: ({ retryAfterS }: { retryAfterS: number }) =>
    `This operation has its own rate limit. Wait for ${retryAfterS} seconds.`,
  unknownField: 'There is no such field.',
  missingField: 'This field is required.',
  invalidType: ({ expected }: { expected: string }) => `Must be of type ${expected}.`,
  tooSmall: ({ minimum, unit }: { minimum: string; unit: string }) => `Must be at least ${minimum}${unit}.`,
  tooBig: ({ maximum, unit }: { maximum: string; unit: string }) => `Must be at most ${maximum}${unit}.`,
  invalidFormat: ({ format }: { format: string }) => `Must be a valid ${format}.`,
  invalidChoice: ({ choices }: { choices: string }) => `Must be one of: ${choices}.`,
  invalidValue: 'This value isn’t valid.',
  invalidJson: 'The body must be a JSON object.',
  cursor: 'This cursor isn’t valid for this list. Start without one.',
  idempotencyKey: ({ max }: { max: number }) => `An idempotency key must have 1 to ${max} printable ASCII characters.`,
  period: 'Send either a period, or a first and a last day.',
  periodReversed: 'The period ends before it starts.',
  keyNameMissing: 'Enter a name for the API key.',
  keyNameTooLong: ({ max }: { max: number }) => `The name can have up to ${max} characters.`,
} as const;
