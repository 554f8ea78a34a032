/**
 * A program to test with, also where it is not installed and nobody is root: the one on PATH, else that of
 * Debian's packages, unpacked into a folder of node_modules.
 */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cache = join(import.meta.dirname, '../../node_modules/.cache')

/** A program, and where Debian has it. It prints its version when it is called with -v. */
export interface DebianProgram {
  /** Where a package puts it: `usr/sbin/nginx`. */
  readonly file: string
  /** The package with the program, and those of libraries that a small machine lacks. */
  readonly packages: readonly string[]
}

/** A program that was found, with the variables that it is to be started with beside those of the test. */
export interface FoundProgram {
  readonly path: string
  readonly environment: { readonly [name: string]: string }
}

/**
 * Returns a program, or why it cannot be had.
 * @throws Error in CI, where it must be had
 */
export async function findDebianProgram(
  program: DebianProgram,
): Promise<FoundProgram | { readonly reason: string }> {
  const name = basename(program.file)
  for (const path of [name, `/${program.file}`]) {
    const found = { path, environment: {} }
    if (await works(found)) return found
  }
  const folder = join(cache, `debian-${name}`)
  try {
    if (!existsSync(folder)) await unpack(program.packages, folder)
    const found = { path: join(folder, program.file), environment: toEnvironment(folder) }
    await start(found)
    return found
  } catch (error) {
    const reason = `${name} is neither installed nor to be had from Debian: ${String(error)}`
    if (process.env.CI === 'true') throw new Error(reason)
    return { reason }
  }
}

async function start({ path, environment }: FoundProgram): Promise<void> {
  await run(path, ['-v'], { env: { ...process.env, ...environment } })
}

async function works(found: FoundProgram): Promise<boolean> {
  return await start(found).then(
    () => true,
    () => false,
  )
}

/** Libraries of packages are in a folder named after the machine: `usr/lib/x86_64-linux-gnu`. */
function toEnvironment(folder: string): FoundProgram['environment'] {
  const libraries = ['usr/lib', 'lib'].flatMap((place) => {
    const path = join(folder, place)
    const names = existsSync(path) ? readdirSync(path).filter((name) => name.includes('-linux-')) : []
    return names.map((name) => join(path, name))
  })
  return libraries.length > 0 ? { LD_LIBRARY_PATH: libraries.join(':') } : {}
}

/**
 * Several processes may do so at once: each into a folder of its own, of which the first becomes the one
 * of all.
 */
async function unpack(packages: readonly string[], folder: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const own = await mkdtemp(`${folder}-`)
  try {
    await run('apt-get', ['download', ...packages], { cwd: own }).catch(() =>
      downloadByOwnLists(packages, own),
    )
    const archives = (await readdir(own)).filter((name) => name.endsWith('.deb'))
    if (archives.length < packages.length)
      throw new Error(`apt-get download left ${archives.length} of ${packages.length} packages`)
    for (const archive of archives) await run('dpkg', ['-x', archive, '.'], { cwd: own })
    await rename(own, folder)
  } catch (error) {
    await rm(own, { recursive: true, force: true })
    if (!existsSync(folder)) throw error // else another process was first
  }
}

/** A new machine has no lists of packages, and its own may be renewed by root only. */
async function downloadByOwnLists(packages: readonly string[], folder: string): Promise<void> {
  const state = await mkdtemp(join(cache, 'debian-lists-'))
  const own = ['-o', `Dir::State::Lists=${state}`, '-o', `Dir::Cache=${state}`, '-o', 'APT::Sandbox::User=']
  try {
    await run('apt-get', [...own, 'update'])
    await run('apt-get', [...own, 'download', ...packages], { cwd: folder })
  } finally {
    await rm(state, { recursive: true, force: true })
  }
}
