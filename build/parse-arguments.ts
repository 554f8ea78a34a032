/** The arguments of build commands: one optional folder, and the options that a command has. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Format, formats } from './run-report.ts'
import type { Streams } from './terminal.ts'

type Options = NonNullable<ParseArgsConfig['options']>

export interface Arguments {
  /** What is named without a flag, or null. */
  readonly path: string | null
  /** Options that were given or have a default. */
  readonly options: { readonly [name: string]: string }
}

/**
 * Returns the arguments of `specimen <command>`, or the exit code where there is nothing more to do: its usage was asked for
 * and printed, or an argument was not understood and named. All options take a value.
 */
export function parseArguments(
  command: string,
  argv: readonly string[],
  defaults: { readonly [option: string]: string | null },
  usage: string,
  { stdout, stderr }: Streams,
): Arguments | number {
  const refuse = (found: string): number => {
    stderr.write(`${found}\nTry: specimen ${command} --help\n`)
    return 2
  }
  const options: Options = { help: { type: 'boolean', short: 'h' } }
  for (const [name, value] of Object.entries(defaults))
    options[name] = { type: 'string', ...(value !== null && { default: value }) }
  try {
    const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options })
    if (values.help === true) {
      stdout.write(usage)
      return 0
    }
    if (positionals.length > 1) return refuse(`One at a time; found ${positionals.join(' ')}.`)
    const given = Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
    return { path: positionals[0] ?? null, options: Object.fromEntries(given) }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error)) // parseArgs names what it did not understand
  }
}

/** Returns the format that a command was asked for, or null after saying on stderr which there are. */
export function parseFormat(command: string, text: string | null | undefined, { stderr }: Streams): Format | null {
  const known = formats.find((format) => format === text)
  if (!known) stderr.write(`--format ${text} is none of ${formats.join(', ')}.\nTry: specimen ${command} --help\n`)
  return known ?? null
}
