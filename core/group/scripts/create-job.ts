import type { Redis } from 'ioredis'
import type { JobKeys } from '../job-keys.ts'
import { Script } from '../script.ts'

/** A running job as it is in Redis. */
export interface NewJob {
  readonly host: string
  /** What it takes to ask for it again; empty when nobody can. */
  readonly asked: string
  /** Milliseconds until it is forgotten when nothing is heard of it. */
  readonly life: number
}

/** The same call sent twice makes one job. */
const createJobScript = new Script(`
local host, asked, life = unpack(ARGV)
redis.call('HSET', KEYS[1], 'state', 'running', 'host', host, 'asked', asked, 'bytes', 0)
redis.call('PEXPIRE', KEYS[1], life)`)

/** Makes a running job. */
export async function createJob(
  redis: Redis,
  { job }: JobKeys,
  { host, asked, life }: NewJob,
): Promise<void> {
  await createJobScript.run(redis, [job], [host, asked, life])
}
