/**
 * What the instances do in Redis, each in one step. All keys carry one hash tag, so that a cluster keeps them together.
 *
 * The clock is a hash: `@epoch`, a name that is new whenever Redis has forgotten; `@version`, the number of purges so
 * far; and for each purged tag the version of its last purge. A kept value says at which epoch and version its load
 * began: it is purged where one of its tags has a later version, and void in another epoch. The stream lists the
 * purges, one a version, for instances to catch up with.
 */

/** KEYS[1] clock, KEYS[2] stream; ARGV[1] an epoch's name, taken where there is none. Leaves `epoch` and `version`. */
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

/** A purge that is announced twice (an event that every instance hears) counts once, ms apart or an hour. */
const rememberedSeconds = 3600;
/** Purges that an instance can be behind without dropping everything. */
const longestStream = 10_000;
/** Tags whose purges are remembered; beyond that a new epoch begins. */
const mostTags = 20_000;

export const scripts = {
  /**
   * Looks for a value, and where there is no fresh one asks to be who loads it.
   * KEYS: clock, stream, value, lock. ARGV: an epoch's name, now in ms, token, lock's life in ms, number of soft fields, soft
   * fields, hard fields. @returns epoch, version, state (2 fresh, 1 stale, 0 none), body, whether the lock was got
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
   * Keeps what was loaded, unless it was purged since the load began; lets go of the lock.
   * KEYS as for take. ARGV: an epoch's name, version and epoch at the load's beginning, token, end of freshness in ms,
   * life in ms, body, soft fields
   */
  put: `${readClock}
if redis.call('GET', KEYS[4]) == ARGV[4] then redis.call('DEL', KEYS[4]) end
if ARGV[3] ~= epoch or touched(8, #ARGV, tonumber(ARGV[2])) then return 0 end
redis.call('HSET', KEYS[3], 'epoch', epoch, 'version', ARGV[2], 'expires', ARGV[5], 'body', ARGV[7])
redis.call('PEXPIRE', KEYS[3], ARGV[6])
return 1`,

  /** Holds the lock for longer. KEYS: lock. ARGV: token, life in ms */
  extend: `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`,

  /** Lets go of the lock. KEYS: lock. ARGV: token */
  release: `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`,

  /**
   * Announces a purge, once. KEYS: clock, stream, mark of this purge. ARGV: an epoch's name, the purge as JSON, fields
   * @returns whether it was news
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

  /** Forgets everything, for everyone. KEYS: clock, stream. ARGV: the new epoch's name */
  renew: `
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('HSET', KEYS[1], '@epoch', ARGV[1], '@version', 0)
return 1`,

  /** What was purged since. KEYS: clock, stream. ARGV: an epoch's name, version. @returns epoch, version, purges as JSON */
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
