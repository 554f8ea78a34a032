import type { Redis } from 'ioredis'
import { Script } from '../script.ts'

const holdJobsScript = new Script(`
for i = 2, #ARGV do redis.call('SADD', KEYS[1], ARGV[i]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])`)

/** Notes that a host runs jobs, so that others find them should it die; without jobs, that it still does. */
export async function holdJobs(
  redis: Redis,
  held: string,
  life: number,
  jobIds: readonly string[],
): Promise<void> {
  await holdJobsScript.run(redis, [held], [life, ...jobIds])
}
