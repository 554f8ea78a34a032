/** `specimen init`: a repository of plugins to start from. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { entryName } from '../../core/domain/manifest.ts'
import type { Streams } from '../report/terminal.ts'
import { writeTemplate } from './plugin-template.ts'
import { writeProject } from './project-template.ts'

/** Runs `specimen init` for the folder of the repository and returns the exit code. */
export async function runInit(folder: string, { stdout }: Streams): Promise<number> {
  for (const [path, text] of Object.entries(listFiles(folder))) {
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
  const install = isInstalled(folder) ? [] : [`npm install -D ${findPackage()}`]
  const steps = [...enter, ...install, 'npx specimen-host dev'].map((step) => `  ${step}\n`)
  stdout.write(`Next:\n${steps.join('')}`)
  return 0
}

/** The files of the project; those of the first plugin only where there are no plugins. */
function listFiles(folder: string): { readonly [path: string]: string } {
  const words = basename(resolve(folder))
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  const project = writeProject({ name: words.filter((word) => word !== '').join('-') || 'plugins' })
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

/** What to install: the package by its name, or this checkout of it. */
function findPackage(): string {
  const own = fileURLToPath(import.meta.url)
  if (own.includes('/node_modules/')) return 'specimen-host'
  for (let folder = dirname(own); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
  }
  return 'specimen-host'
}
