/** Path prefix of calls to the site: POST /api/{call}. */
export const apiPrefix = '/api';

export const platformApiVersion = 'v1';
/** Path prefix of calls to the platform: POST /api/v1/{call}. */
export const platformPrefix = `${apiPrefix}/${platformApiVersion}`;
