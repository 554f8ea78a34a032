import type { Redis } from 'ioredis'
import type { RoomKeys } from '../room-keys.ts'
import { Script } from '../script.ts'
import { parseReply, text } from './reply.ts'

/** How far a run is, for one who has not heard all of it. */
export interface ReadRun {
  readonly isOpen: boolean
  readonly isAdmitted: boolean
  /** JSON of the messages from the asked number on, as far as kept. */
  readonly messages: readonly string[]
  /** JSON of how it ended. */
  readonly end: string | undefined
}

export const readScript = new Script(`
local run, since = unpack(ARGV)
local flight = redis.call('HMGET', KEYS[1], 'run', 'admitted')
local messages = {}
for _, entry in ipairs(redis.call('XRANGE', KEYS[2], since .. '-0', '+')) do
  messages[#messages + 1] = entry[2][2]
end
return {flight[1] == run and 1 or 0, flight[2] and 1 or 0, redis.call('GET', KEYS[3]) or '', messages}`)

/** Reads what a run has told from its message number `nextSeq` on. */
export async function readRun(
  redis: Redis,
  keys: RoomKeys,
  { run, nextSeq }: { readonly run: string; readonly nextSeq: number },
): Promise<ReadRun> {
  const names = [keys.flight, keys.log(run), keys.end(run)]
  const reply = parseReply(await readScript.run(redis, names, [run, nextSeq + 1]))
  const [isOpen, isAdmitted, end, messages] = reply
  return {
    isOpen: isOpen === 1,
    isAdmitted: isAdmitted === 1,
    messages: parseReply(messages).map(text),
    end: end === '' ? undefined : text(end),
  }
}
