/** What directories have in common of which hosts learn only what has changed: of hosts, and of workers. */

/** Milliseconds in which hosts are told of what is gone: long enough for all that are there. */
const goneMemory = 60_000
/** Milliseconds that all keys live after the last word of all: whoever comes then learns what was there. */
const keptAfter = 3_600_000

/** Lua that adds names and their records to a reply; an empty one for what is gone. */
export const luaAddRecords = `
local function addRecords(reply, records, names)
  for _, name in ipairs(names) do
    reply[#reply + 1] = name
    reply[#reply + 1] = redis.call('HGET', records, name) or ''
  end
  return reply
end
`

/** Lua that keeps all keys of a script, and forgets what has been told to all. */
export const luaToldChanges = `${luaAddRecords}
local function keep()
  for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ${keptAfter}) end
end
local function forgetGone(gone, changes, time)
  for _, name in ipairs(redis.call('ZRANGEBYSCORE', gone, '-inf', time - ${goneMemory})) do
    redis.call('ZREM', gone, name)
    redis.call('ZREM', changes, name)
  end
end
`
