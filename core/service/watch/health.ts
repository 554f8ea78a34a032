import { access, constants } from 'node:fs/promises'
import type { ReadinessBody } from '../../contract/wire/bodies.ts'

/** A check that returns undefined when the host is ready, else the reason. */
export interface ReadinessCheck {
  readonly name: string
  /** Names the state of a host that is ready in spite of a problem; absent where it is not. */
  readonly degraded?: string
  readonly findProblem: () => string | undefined | Promise<string | undefined>
}

/** The timeout of a check: a hanging file system is a reason as well. */
const checkMilliseconds = 2000

/** Runs all checks at once, for two seconds at most. */
export async function checkReadiness(checks: readonly ReadinessCheck[]): Promise<ReadinessBody> {
  const answers = await Promise.all(
    checks.map(async ({ name, degraded, findProblem }) => {
      const detail = (await inTime(findProblem())) ?? null
      return { degraded, shown: { name, ok: detail === null, detail } }
    }),
  )
  const failed = answers.filter(({ shown }) => !shown.ok)
  const degraded = failed.flatMap((answer) => answer.degraded ?? [])
  return {
    status: failed.length > degraded.length ? 'not ready' : 'ready',
    ...(degraded[0] !== undefined && { degraded: degraded[0] }),
    checks: answers.map(({ shown }) => shown),
  }
}

/** Returns the check that folders can be read. It does not name them, as its answer is public. */
export function createFolderCheck(folders: readonly string[]): ReadinessCheck {
  const findProblem = async (): Promise<string | undefined> => {
    for (const folder of folders) {
      try {
        await access(folder, constants.R_OK | constants.X_OK)
      } catch {
        return 'A folder that this host serves cannot be read; look at --plugins and --specimens.'
      }
    }
    return undefined
  }
  return { name: 'folders', findProblem }
}

async function inTime(work: string | undefined | Promise<string | undefined>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, checkMilliseconds, `No answer within ${checkMilliseconds / 1000} s.`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
