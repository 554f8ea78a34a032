/** Lua that gives Redis' time in milliseconds: the clock of all hosts. */
export const luaNow = `
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
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
