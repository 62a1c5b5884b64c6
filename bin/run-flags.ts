/**
 * Node flags of both programs. The Dockerfile and the manual repeat them. With Node's default of 32 MB for each half of
 * the young generation, a process would use 20 MB more memory. With 8 MB, cold pages would be a tenth slower.
 */
export const runFlags = ['--max-semi-space-size=16'] as const;

/**
 * Environment of both programs, which the Dockerfile and the manual repeat. glibc gives each thread its own memory arena
 * by default. Only the few threads that compress pages allocate much, and one arena saves 20 MB after the start.
 */
export const runEnvironment = { MALLOC_ARENA_MAX: '1' } as const;
