/**
 * An nginx to test with, also where none is installed and nobody is root: the one on PATH, else Debian's
 * package, unpacked into a folder of node_modules.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cache = join(import.meta.dirname, '../../node_modules/.cache')
const unpacked = join(cache, 'debian-nginx')

/**
 * Returns the path of an nginx, or why none can be had.
 * @throws Error in CI, where it must be had
 */
export async function findNginx(): Promise<{ readonly path: string } | { readonly reason: string }> {
  for (const path of ['nginx', '/usr/sbin/nginx']) if (await works(path)) return { path }
  const path = join(unpacked, 'usr/sbin/nginx')
  try {
    if (!existsSync(unpacked)) await unpackPackage()
    await run(path, ['-v'])
    return { path }
  } catch (error) {
    const reason = `nginx is neither installed nor to be had from Debian: ${String(error)}`
    if (process.env.CI === 'true') throw new Error(reason)
    return { reason }
  }
}

async function works(path: string): Promise<boolean> {
  return await run(path, ['-v']).then(
    () => true,
    () => false,
  )
}

/**
 * Several processes may do so at once: each into a folder of its own, of which the first becomes the one
 * of all.
 */
async function unpackPackage(): Promise<void> {
  await mkdir(cache, { recursive: true })
  const own = await mkdtemp(`${unpacked}-`)
  try {
    await run('apt-get', ['download', 'nginx'], { cwd: own }).catch(() => downloadByOwnLists(own))
    const archive = (await readdir(own)).find((name) => name.endsWith('.deb'))
    if (archive === undefined) throw new Error('apt-get download left no package')
    await run('dpkg', ['-x', archive, '.'], { cwd: own })
    await rename(own, unpacked)
  } catch (error) {
    await rm(own, { recursive: true, force: true })
    if (!existsSync(unpacked)) throw error // else another process was first
  }
}

/** A new machine has no lists of packages, and its own may be renewed by root only. */
async function downloadByOwnLists(folder: string): Promise<void> {
  const state = await mkdtemp(`${unpacked}-lists-`)
  const own = ['-o', `Dir::State::Lists=${state}`, '-o', `Dir::Cache=${state}`, '-o', 'APT::Sandbox::User=']
  try {
    await run('apt-get', [...own, 'update'])
    await run('apt-get', [...own, 'download', 'nginx'], { cwd: folder })
  } finally {
    await rm(state, { recursive: true, force: true })
  }
}
