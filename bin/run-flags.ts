/**
 * Node flags of the site and the platform. The Dockerfile and the manual repeat them.
 * - `max-semi-space-size`: with Node's default of 32 MB for each half of the young generation, a process would use 20
 *   MB more memory. With 8 MB, cold pages would be a tenth slower.
 * - `initial-old-space-size`: with V8's default of 256 MB, the old generation is first collected only after the start.
 *   The memory pages that this collection empties stay allocated. The smaller size saves 9 MB.
 * - `no-allocation-site-pretenuring`: when many requests are in progress, V8 may decide to allocate the objects of all
 *   later requests in the old generation. Without this flag, the site used 300 MB instead of 175 MB after 100
 *   pipelining connections.
 */
export const runFlags = [
  '--max-semi-space-size=16',
  '--initial-old-space-size=48',
  '--no-allocation-site-pretenuring',
] as const;

/**
 * Environment of the site and the platform. The Dockerfile and the manual repeat it.
 * - `MALLOC_ARENA_MAX`: glibc gives each thread its own memory arena by default. Only the few threads that compress
 *   pages allocate much. One arena saves 20 MB after the start.
 * - `MALLOC_TRIM_THRESHOLD_`: by default, glibc raises this threshold when a program frees a large block, and then
 *   keeps more free memory. A fixed threshold of 128 kB saves 5 MB under load.
 */
export const runEnvironment = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' } as const;
