import type { Redis } from 'ioredis'
import { Script } from '../script.ts'

export const keepQueueScript = new Script(`
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, 3600000) end
return 1`)

/** Lets keys live for another hour. */
export async function keepQueue(redis: Redis, keys: readonly string[]): Promise<void> {
  await keepQueueScript.run(redis, keys, [])
}
