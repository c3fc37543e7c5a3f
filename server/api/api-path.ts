/** Path prefix of version 1 of the API. */
export const API_PATH = '/api/v1';
