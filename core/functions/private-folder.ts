/**
 * The private folder of a host, in which the verified copies of its bundles lie: readable by its user only, named after its
 * process, removed at its end. What a killed host has left behind, the next one removes.
 */
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'specimen-host-'

/** Returns the path of a new private folder. */
export async function createPrivateFolder(): Promise<string> {
  await removeLeftBehind()
  return await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
}

async function removeLeftBehind(): Promise<void> {
  const names = await readdir(tmpdir())
  const left = names.filter((name) => isOfEndedProcess(name)).map((name) => join(tmpdir(), name))
  for (const folder of left) if (await isOwn(folder)) await rm(folder, { recursive: true, force: true })
}

function isOfEndedProcess(name: string): boolean {
  const [, pid] = /^specimen-host-(\d+)-/.exec(name) ?? []
  if (pid === undefined) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH' // EPERM: it lives, as somebody else
  }
}

/** Somebody else's folder, or a link where a folder was, is not ours to remove. */
async function isOwn(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined) // gone meanwhile, by another host that tidies
  return found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid())
}
