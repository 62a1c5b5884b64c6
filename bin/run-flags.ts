/**
 * Node flags of both programs, repeated in the Dockerfile and the manual. Node's default of 32 MB for each half of
 * the young generation uses 20 MB more memory. With 8 MB, cold pages would be a tenth slower.
 */
export const runFlags = ['--max-semi-space-size=16'] as const;
