/** `specimen init`: a repository of plugins to start from. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { entryName } from '../../core/domain/manifest.ts'
import { version } from '../../core/version.ts'
import type { Streams } from '../report/terminal.ts'
import { writeTemplate } from './plugin-template.ts'
import { writeProject } from './project-template.ts'

/** Runs `specimen init` for the folder of the repository and returns the exit code. */
export async function runInit(folder: string, { stdout }: Streams): Promise<number> {
  const host = findPackage(folder)
  const hadPackage = existsSync(join(folder, 'package.json'))
  for (const [path, text] of Object.entries(listFiles(folder, host))) {
    const file = join(folder, path)
    if (existsSync(file)) {
      stdout.write(`kept ${file}, which was there\n`)
      continue
    }
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: 'wx' })
    stdout.write(`wrote ${file}\n`)
  }
  const enter = folder === '.' ? [] : [`cd ${folder}`]
  const install = hadPackage ? `npm install -D specimen-host@${host} typescript` : 'npm install'
  const steps = [...enter, ...(isInstalled(folder) ? [] : [install]), 'npx specimen-host dev']
  stdout.write(`Next:\n${steps.map((step) => `  ${step}\n`).join('')}`)
  return 0
}

/** The files of the project; those of the first plugin only where there are no plugins. */
function listFiles(folder: string, host: string): { readonly [path: string]: string } {
  const words = basename(resolve(folder))
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  const name = words.filter((word) => word !== '').join('-') || 'plugins'
  const project = writeProject({ name, host })
  if (existsSync(join(folder, 'plugins'))) return project
  const bundlePath = `../../dist/plugins/disc/${entryName}`
  const plugin = writeTemplate({ name: 'disc', functionName: 'disc', returns: 'mesh', bundlePath })
  return {
    ...project,
    ...Object.fromEntries(Object.entries(plugin).map(([file, text]) => [`plugins/disc/${file}`, text])),
  }
}

function isInstalled(folder: string): boolean {
  const places = createRequire(join(resolve(folder), 'package.json')).resolve.paths('specimen-host') ?? []
  return places.some((place) => existsSync(join(place, 'specimen-host', 'package.json')))
}

/** Where npm gets this package: the registry, or this checkout of it by its path from the repository. */
function findPackage(folder: string): string {
  const own = fileURLToPath(import.meta.url)
  if (own.includes('/node_modules/')) return `^${version}`
  const root = findUp(dirname(own))
  return `file:${relative(resolve(folder), root).replaceAll(sep, '/')}`
}

/** Returns the nearest folder with a package.json: this program always lies in one. */
function findUp(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findUp(dirname(folder))
}
