/** Name and value of the Cache-Control header for a response to a single client. No cache may store such a response. */
export const notStored = ['Cache-Control', 'private, no-store'] as const;
