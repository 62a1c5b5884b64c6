/** Header of an answer for one client, as a name and a value. No cache may store such an answer. */
export const notStored = ['Cache-Control', 'private, no-store'] as const;
