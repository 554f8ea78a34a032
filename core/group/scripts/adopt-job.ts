import type { Redis } from 'ioredis'
import type { JobKeys } from '../job-keys.ts'
import { Script } from '../script.ts'
import { parseReply, text } from './reply.ts'

/** Of several who try, one gets it; who has it already, but not the answer, gets it again. */
const adoptJobScript = new Script(`
local gone, host, life = unpack(ARGV)
local job = redis.call('HMGET', KEYS[1], 'state', 'host', 'asked')
if job[1] ~= 'running' or (job[2] ~= gone and job[2] ~= host) then return {} end
redis.call('HSET', KEYS[1], 'host', host)
redis.call('PEXPIRE', KEYS[1], life)
redis.call('PEXPIRE', KEYS[2], life)
return {job[3]}`)

/** Makes a running job of a host that is gone another's. Returns what was asked; undefined when it is not. */
export async function adoptJob(
  redis: Redis,
  { job, log }: JobKeys,
  { gone, host, life }: { readonly gone: string; readonly host: string; readonly life: number },
): Promise<string | undefined> {
  const [asked] = parseReply(await adoptJobScript.run(redis, [job, log], [gone, host, life]))
  return asked === undefined ? undefined : text(asked)
}
