import { toDigest } from '../redis/digest.ts'

/** The keys of a job, in one slot. */
export interface JobKeys {
  readonly job: string
  readonly log: string
}

/** Returns the keys of a job. */
export function toJobKeys(prefix: string, jobId: string): JobKeys {
  const job = `${prefix}job:{${toDigest(jobId)}}`
  return { job, log: `${job}:log` }
}

/** Returns the key of the jobs that a host runs. */
export function toHeldKey(prefix: string, host: string): string {
  return `${prefix}{hosts}:jobs:${host}`
}
