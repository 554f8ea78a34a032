/** `specimen init`: creates a repository of plugins. */

import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { entryName } from '../../core/contract/domain/manifest.ts'
import type { OutputStreams } from '../../core/contract/text/output-streams.ts'
import { toCommand } from '../../core/contract/text/to-command.ts'
import { isJsonObject, parseJson } from '../../core/contract/values/json.ts'
import { replaceEntries, type WrittenContent } from '../../core/engine/files/replace.ts'
import { version } from '../../core/version.ts'
import { writeTemplate } from './plugin-template.ts'
import { writeProject } from './project-template.ts'

/** Runs `specimen init` for the folder of the repository and returns the exit code. */
export async function runInit(folder: string, { stdout }: OutputStreams): Promise<number> {
  const packed = findPacked()
  const host = namePackage(folder, packed)
  const hadPackage = existsSync(join(folder, 'package.json'))
  const files = new Map<string, WrittenContent>(Object.entries(listFiles(folder, host)))
  const copy = packed === null ? null : join('vendor', basename(packed))
  if (packed !== null && copy !== null) files.set(copy, readFileSync(packed))
  const kept = [...files.keys()].filter((path) => existsSync(join(folder, path)))
  for (const path of kept) {
    files.delete(path)
    stdout.write(`kept ${join(folder, path)}, which was there\n`)
  }
  replaceEntries(folder, files)
  for (const path of files.keys()) {
    const advice = path === copy ? ': commit it, for package.json names it' : ''
    stdout.write(`wrote ${join(folder, path)}${advice}\n`)
  }
  if (packed === null && host.startsWith('file:')) {
    const remedy = 'npm pack there, and init again, for a repository that others can install'
    stdout.write(`package.json names the checkout at ${host.slice('file:'.length)}: ${remedy}\n`)
  }
  const enter = folder === '.' ? [] : [`cd ${folder}`]
  const install = hadPackage ? `npm install -D specimen-host@${host} typescript @types/node` : 'npm install'
  // An existing package.json may name the packed file at its former place.
  const isReady = isInstalled(folder) && !(hadPackage && packed !== null)
  const steps = [...enter, ...(isReady ? [] : [install]), hadPackage ? toCommand('dev') : 'npm run dev']
  stdout.write(`Next:\n${steps.map((step) => `  ${step}\n`).join('')}`)
  return 0
}

function listFiles(folder: string, host: string): { readonly [path: string]: string } {
  const words = basename(resolve(folder))
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  const name = words.filter((word) => word !== '').join('-') || 'plugins'
  const project = writeProject(name, host)
  if (existsSync(join(folder, 'plugins'))) return project
  const bundlePath = `../../dist/plugins/disc/${entryName}`
  const plugin = writeTemplate({
    name: 'disc',
    functionName: 'disc',
    returns: 'mesh',
    takes: 'nothing',
    bundlePath,
  })
  return {
    ...project,
    ...Object.fromEntries(Object.entries(plugin).map(([file, text]) => [`plugins/disc/${file}`, text])),
  }
}

function isInstalled(folder: string): boolean {
  const places = createRequire(join(resolve(folder), 'package.json')).resolve.paths('specimen-host') ?? []
  return places.some((place) => existsSync(join(place, 'specimen-host', 'package.json')))
}

/** Returns the packed file of this installation or checkout; null for a package from a registry. */
function findPacked(): string | null {
  const place = dirname(fileURLToPath(import.meta.url))
  const start = place.lastIndexOf(join(sep, 'node_modules', sep))
  if (start < 0) {
    const file = join(findUp(place), `specimen-host-${version}.tgz`)
    return existsSync(file) ? file : null
  }
  const file = join(place.slice(0, start), 'node_modules/.package-lock.json')
  const record = existsSync(file) ? parseJson(readFileSync(file, 'utf8'), file) : null
  const packages = isJsonObject(record) ? record.packages : null
  const own = isJsonObject(packages) ? packages['node_modules/specimen-host'] : null
  const from = isJsonObject(own) && typeof own.resolved === 'string' ? own.resolved : ''
  const packed = from.startsWith('file:') ? resolve(place.slice(0, start), from.slice('file:'.length)) : ''
  return packed.endsWith('.tgz') && existsSync(packed) ? packed : null
}

/** Returns the package's name for package.json: a packed file is in the repository for everyone. */
function namePackage(folder: string, packed: string | null): string {
  if (packed !== null) return `file:vendor/${basename(packed)}`
  const place = dirname(fileURLToPath(import.meta.url))
  if (place.includes('/node_modules/')) return `^${version}`
  return `file:${relative(resolve(folder), findUp(place)).replaceAll(sep, '/')}`
}

function findUp(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findUp(dirname(folder))
}
