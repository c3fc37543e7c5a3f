/** Plain-text responses to requests that no page or function answers. */
export const httpErrorMessages = {
  badRequest: 'This isn’t a valid request.',
  foreignForm: 'This form was sent from another site and was blocked.',
  methodNotAllowed: 'This URL doesn’t support that method.',
  timeout: 'The request took too long.',
  bodyTooLarge: 'The request is too large.',
  headersTooLarge: 'The request headers are too large.',
  urlTooLong: 'This URL is too long.',
  notFound: 'There is nothing at this URL.',
  sendForm: 'This URL only accepts form submissions.',
  unknownHost: 'No site uses this host name.',
  busy: 'The server is busy. Please try again.',
} as const;
