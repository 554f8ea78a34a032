import { access, constants } from 'node:fs/promises'

/** A question that a host which is ready answers with undefined, and any other with the reason. */
export interface ReadinessCheck {
  readonly name: string
  readonly findProblem: () => string | undefined | Promise<string | undefined>
}

/** What `/readyz` answers. */
export interface Readiness {
  readonly status: 'ready' | 'not ready'
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly detail: string | null }[]
}

/** How long one check may take: a file system that does not answer is a reason as well. */
const checkMilliseconds = 2000

/** Asks every check at once. Takes two seconds at most. */
export async function checkReadiness(checks: readonly ReadinessCheck[]): Promise<Readiness> {
  const answers = await Promise.all(
    checks.map(async ({ name, findProblem }) => {
      const detail = (await inTime(findProblem())) ?? null
      return { name, ok: detail === null, detail }
    }),
  )
  return { status: answers.every(({ ok }) => ok) ? 'ready' : 'not ready', checks: answers }
}

/** Returns the check that folders can be read. They are not named: anybody may ask. */
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
