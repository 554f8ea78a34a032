import { createHash } from 'node:crypto'

/** The keys of a job, in one slot. */
export interface JobKeys {
  readonly job: string
  readonly log: string
}

/** Returns the keys of a job: `jobId` holds the name of its caller, so its hash is what Redis gets. */
export function toJobKeys(prefix: string, jobId: string): JobKeys {
  const id = createHash('sha256').update(jobId).digest().subarray(0, 16).toString('base64url')
  const job = `${prefix}job:{${id}}`
  return { job, log: `${job}:log` }
}

/** Returns the key of the jobs that a host runs. */
export function toHeldKey(prefix: string, host: string): string {
  return `${prefix}{hosts}:jobs:${host}`
}
