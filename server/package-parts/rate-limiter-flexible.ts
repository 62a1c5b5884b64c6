/**
 * The parts of rate-limiter-flexible that the site uses. The build replaces the package with this file, because the
 * package also contains limiters for a dozen databases.
 */
export { default as RateLimiterMemory } from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
export { default as RateLimiterRedis } from 'rate-limiter-flexible/lib/RateLimiterRedis.js';
export { default as RateLimiterRes } from 'rate-limiter-flexible/lib/RateLimiterRes.js';
