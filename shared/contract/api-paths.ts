/** Path of the site's calls: POST /api/{call}. */
export const apiPrefix = '/api';

/** Version of the platform's API. */
export const platformApiVersion = 'v1';
/** Path of a platform's calls: POST /api/v1/{call}. */
export const platformPrefix = `${apiPrefix}/${platformApiVersion}`;
