/** Where the site answers calls: POST /api/{call}. */
export const apiPrefix = '/api';

/** Version of the platform's API. */
export const platformApiVersion = 'v1';
/** Where a platform answers calls: POST /api/v1/{call}. */
export const platformPrefix = `${apiPrefix}/${platformApiVersion}`;
