/** Where the first version of the API stands. */
export const API_PATH = '/api/v1';
