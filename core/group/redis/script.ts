import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'

/** One decision that Redis makes in one step: Lua, with what it reads and writes. */
export class Script {
  readonly #lua: string
  readonly #sha: string

  constructor(lua: string) {
    this.#lua = lua
    this.#sha = createHash('sha1').update(lua).digest('hex')
  }

  /** Runs it; the caller parses what it returns. @throws TypeError when that is no list */
  async run(
    redis: Redis,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<readonly unknown[]> {
    const reply = await this.#send(redis, keys, args)
    if (!Array.isArray(reply)) throw new TypeError('Redis answered a script with no list')
    return reply
  }

  async #send(redis: Redis, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    try {
      return await redis.evalsha(this.#sha, keys.length, ...keys, ...args)
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return await redis.eval(this.#lua, keys.length, ...keys, ...args)
    }
  }
}

/** Lua: returns true for a revision that was first seen after another one, while a host has it. */
export const luaIsNewer = `
local function isNewer(revision, other, seen, hosts)
  local time = redis.call('ZSCORE', seen, revision)
  if not time or tonumber(time) <= tonumber(redis.call('ZSCORE', seen, other) or 0) then return false end
  for _, record in ipairs(redis.call('HVALS', hosts)) do
    if string.find(record, '"' .. revision .. '"', 1, true) then return true end
  end
  return false
end
`

/**
 * Lua: tells each host that waits for a flight, once. The names of waiters begin with their kind, and their
 * values are their hosts.
 */
export const luaTell = `
local function valueOf(flight, name)
  for i = 1, #flight, 2 do if flight[i] == name then return flight[i + 1] end end
end
local function tell(flight, channel, news)
  local told, jobs = {}, 0
  for i = 1, #flight, 2 do
    local kind, host = string.match(flight[i], '^(%a+):'), flight[i + 1]
    if kind == 'job' then jobs = jobs + 1 end
    if (kind == 'host' or kind == 'job') and not told[host] then
      told[host] = true
      redis.call('PUBLISH', channel .. host, news)
    end
  end
  return jobs
end
`

/** Returns a member of a reply that is a text. @throws TypeError */
export function text(member: unknown): string {
  if (typeof member !== 'string') throw new TypeError('Redis answered a script with no text')
  return member
}
