/** Lua that gives Redis' time in milliseconds: the clock of all hosts. */
export const luaNow = `
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
`

/** Lua that gives the number of the next message of a run, which is its place in the stream, or `first`. */
export const luaNextSeq = `
local function nextSeq(log, flight)
  local last = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
  return tonumber(last and string.match(last[1], '^%d+') or redis.call('HGET', flight, 'first') or 0)
end
`

/** Returns the list that a script answered with. @throws TypeError */
export function parseReply(reply: unknown): readonly unknown[] {
  if (!Array.isArray(reply)) throw new TypeError('Redis answered a script with no list')
  return reply
}

/** Returns a member of a reply that is a text. @throws TypeError */
export function text(member: unknown): string {
  if (typeof member !== 'string') throw new TypeError('Redis answered a script with no text')
  return member
}

/** Returns the texts of a reply that has names and values in turn. @throws TypeError */
export function readPairs(members: readonly unknown[]): Map<string, string> {
  const pairs = new Map<string, string>()
  for (let i = 0; i < members.length; i += 2) pairs.set(text(members[i]), text(members[i + 1]))
  return pairs
}
