/**
 * The files of core/cli/deployment, and the command lines and variables in them as the command line reads
 * them.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { getForm } from '../../../core/cli/commands.ts'
import { readCommandLine } from '../../../core/cli/read-command-line.ts'
import { type Config, findUnknownVariables, readGiven, toConfig } from '../../../core/options/config.ts'
import { readTexts } from '../../../core/options/option.ts'

export const root = resolve(import.meta.dirname, '../../..')
export const folder = join(root, 'core/cli/deployment')

/** Of this package: the version that image and archive bear, and the program that is started. */
export const { version, bin }: { readonly version: string; readonly bin: { readonly specimen: string } } =
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

export function readDeployment(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

/** Returns what a setting of the unit is given, each time that it is. */
export function readUnit(setting: string): string[] {
  const lines = readDeployment('specimen-host.service').split('\n')
  return lines.filter((line) => line.startsWith(`${setting}=`)).map((line) => line.slice(setting.length + 1))
}

export interface Environment {
  readonly [name: string]: string
}

/** Returns variables as `NAME=value` has them. */
export function toEnvironment(words: readonly string[]): Environment {
  return Object.fromEntries(words.map((word) => [word.replace(/=.*/s, ''), word.replace(/^[^=]*=/, '')]))
}

/**
 * Returns the configuration with which a command line starts a host, and nothing of other commands.
 * @throws where the command line would refuse it, and for variables that it would not know
 */
export function readCommand(words: readonly string[], environment: Environment = {}): Config | undefined {
  const request = readCommandLine(words)
  const unknown = findUnknownVariables(environment).map((variable) => variable.name)
  if (request.asks !== 'command' || unknown.length > 0)
    throw new Error(`${words.join(' ')} starts nothing; ${unknown}`)
  const { name, line } = request
  const { own = {}, settings = [] } = getForm(name)
  readTexts(own, line.flags)
  const given = readGiven(settings, line.flags, environment)
  return name === 'serve' || name === 'relay' ? toConfig(given) : undefined
}
