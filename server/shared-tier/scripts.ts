/**
 * The Lua scripts that instances run in Redis. Each script runs atomically. All keys have one hash tag, so that a
 * cluster stores them on one node.
 *
 * The clock is a Redis hash. Its field `@epoch` is a random name that changes after Redis has lost its data. Its field
 * `@version` counts the purges. For each purged tag, a soft field contains the version of the tag's last purge. A hard
 * purge also sets a hard field. A stored value contains the epoch and the version at which its load began. The value is
 * stale if a soft field of its tags contains a later version, and invalid if a hard field does. A value from another
 * epoch is also invalid. The stream contains one purge for each version, so that an instance can read the purges that
 * it missed.
 */

/**
 * Lua code at the beginning of most scripts. It sets the variables `epoch` and `version`. KEYS[1] is the clock, KEYS[2]
 * the stream, and ARGV[1] a name for a new epoch. If there is no epoch yet, the new epoch begins.
 */
const readClock = `
local clock = redis.call('HMGET', KEYS[1], '@epoch', '@version')
local epoch, version = clock[1], tonumber(clock[2] or '0')
if not epoch then
  epoch = ARGV[1]
  redis.call('DEL', KEYS[2])
  redis.call('HSET', KEYS[1], '@epoch', epoch, '@version', version)
end
local function touched(from, to, since)
  for i = from, to do
    local at = redis.call('HGET', KEYS[1], ARGV[i])
    if at and tonumber(at) > since then return true end
  end
  return false
end
`;

/**
 * When the platform sends an event, every instance announces the same purge. Redis ignores a repeated announcement
 * within this time.
 */
const rememberedSeconds = 3600;
/**
 * Minimum number of newest purges that the stream keeps. An instance that has missed more purges marks all its cached
 * data as stale.
 */
const longestStream = 10_000;
/**
 * Maximum number of fields of the clock. Each newly purged tag adds a field. When the maximum is exceeded, a new epoch
 * begins.
 */
const mostTags = 20_000;

export const scripts = {
  /**
   * Reads a value. If the value is not fresh, the script takes the lock for loading it. KEYS: clock, stream, value,
   * lock. ARGV: name for a new epoch, now in ms, token of the lock's holder, lifetime of the lock in ms, number of soft
   * fields, soft fields, hard fields.
   * @returns epoch, version, state (2 fresh, 1 stale, 0 none), body, and 1 if the script took the lock
   */
  take: `${readClock}
local state, body = 0, ''
local kept = redis.call('HMGET', KEYS[3], 'epoch', 'version', 'expires', 'body')
local softEnd = 5 + tonumber(ARGV[5])
if kept[1] == epoch and kept[4] and not touched(softEnd + 1, #ARGV, tonumber(kept[2])) then
  body = kept[4]
  state = 1
  if tonumber(kept[3]) > tonumber(ARGV[2]) and not touched(6, softEnd, tonumber(kept[2])) then state = 2 end
end
local locked = 0
if state < 2 and redis.call('SET', KEYS[4], ARGV[3], 'NX', 'PX', ARGV[4]) then locked = 1 end
return {epoch, version, state, body, locked}`,

  /**
   * Releases the lock, and stores a loaded value unless the value was purged since its load began. KEYS: the same as
   * for take. ARGV: name for a new epoch, version and epoch at the start of the load, token, end of freshness in ms,
   * lifetime in ms, body, soft fields
   */
  put: `${readClock}
if redis.call('GET', KEYS[4]) == ARGV[4] then redis.call('DEL', KEYS[4]) end
if ARGV[3] ~= epoch or touched(8, #ARGV, tonumber(ARGV[2])) then return 0 end
redis.call('HSET', KEYS[3], 'epoch', epoch, 'version', ARGV[2], 'expires', ARGV[5], 'body', ARGV[7])
redis.call('PEXPIRE', KEYS[3], ARGV[6])
return 1`,

  /** Extends the lock. KEYS: lock. ARGV: token, lifetime in ms */
  extend: `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`,

  /** Releases the lock. KEYS: lock. ARGV: token */
  release: `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`,

  /**
   * Announces a purge once. KEYS: clock, stream, key that records that this purge was announced. ARGV: name for a new
   * epoch, the purge as JSON, fields
   * @returns 1, or 0 for a repeated announcement
   */
  purge: `
if not redis.call('SET', KEYS[3], '1', 'NX', 'EX', ${rememberedSeconds}) then return 0 end
${readClock}
if redis.call('HLEN', KEYS[1]) > ${mostTags} then
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], '@epoch', ARGV[1])
end
version = version + 1
redis.call('HSET', KEYS[1], '@version', version)
for i = 3, #ARGV do redis.call('HSET', KEYS[1], ARGV[i], version) end
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ${longestStream}, version .. '-0', 'purge', ARGV[2])
return 1`,

  /** Begins a new epoch, which makes every stored value invalid. KEYS: clock, stream. ARGV: name of the epoch */
  renew: `
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('HSET', KEYS[1], '@epoch', ARGV[1], '@version', 0)
return 1`,

  /**
   * Returns the purges that are newer than a version. KEYS: clock, stream. ARGV: name for a new epoch, version.
   * @returns epoch, version, purges as JSON
   */
  catchUp: `${readClock}
local missed = {}
if version > tonumber(ARGV[2]) then
  for _, entry in ipairs(redis.call('XRANGE', KEYS[2], '(' .. ARGV[2] .. '-0', '+', 'COUNT', 1000)) do
    missed[#missed + 1] = entry[1]
    missed[#missed + 1] = entry[2][2]
  end
end
return {epoch, version, missed}`,
} as const;

export type ScriptName = keyof typeof scripts;
