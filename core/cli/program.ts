import { createRequire } from 'node:module'
import type { Command, CommanderError as Failure, Option as Flag, Help } from 'commander'
import { options, toHeading } from '../config.ts'
import { describe } from '../domain/describe.ts'
import { SpecimenError } from '../domain/errors.ts'
import { type Option, toFlag } from '../option.ts'
import { version } from '../version.ts'
import { type CommandForm, type CommandLine, listOptions } from './command-form.ts'
import { type CommandName, commandNames, getForm, isCommandName } from './commands.ts'
import type { Stream, Streams } from './surroundings.ts'

// An import of this CommonJS package costs every start of a host 6 ms more (of 440), for Node then searches
// it for exports.
const commander: typeof import('commander') = createRequire(import.meta.url)('commander')
const { Command: Program, CommanderError, Option: ProgramOption } = commander

const about = 'Serves 3D and imaging specimens whose contents are typed functions.'
const firstSteps = `
A first time, in a folder of your own:
  specimen new disc               # writes plugins/disc/
  specimen build plugins          # plugins/disc/ becomes dist/plugins/disc/
  specimen serve                  # listening on http://127.0.0.1:8000
  curl http://127.0.0.1:8000/api/specimens/

specimen help <command> explains a command.
`
const settingsNote = `

The options of a host are environment variables as well: --run-timeout is SPECIMEN_RUN_TIMEOUT. \
A flag wins over its variable, and the last flag over those before it.`
const widestHelp = 100

/**
 * Parses a command line, with commander, by the table of commands. Returns which command was asked for, with
 * texts that its options have still to check, or null when the arguments asked for help or the version, which
 * has then been printed. @throws `config.invalid` when they were not understood
 */
export function readCommandLine(
  argv: readonly string[],
  { stdout }: Streams,
): { readonly name: CommandName; readonly line: CommandLine } | null {
  const words = spellOut(argv)
  const [name = ''] = words
  if (isCommandName(name)) refuseSwallowedFlag(name, words)
  let found: { name: CommandName; line: CommandLine } | null = null
  const program = createProgram(stdout, (chosen, command) => {
    // A flag --no-x is the value false of x for commander.
    const given = Object.entries(command.opts<Record<string, string | boolean>>()).map(([option, value]) =>
      value === false ? [`no-${toFlag(option)}`, 'true'] : [toFlag(option), String(value)],
    )
    found = {
      name: chosen,
      line: { argument: readArgument(chosen, command.args), flags: Object.fromEntries(given) },
    }
  })
  try {
    program.parse(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode !== 0) throw toUsageError(error, name)
  }
  return found
}

/** Brings the ways to ask for help and version into the one that commander takes. */
function spellOut(argv: readonly string[]): readonly string[] {
  const [first, second, ...rest] = argv
  if (first === undefined) return ['--help']
  if (first === 'version') return ['--version']
  if (first === 'help')
    return second === undefined || second === 'help' ? ['--help'] : spellOut([second, '--help', ...rest])
  return first.startsWith('-') || isCommandName(first) ? argv : [first]
}

function createProgram(stdout: Stream, onCommand: (name: CommandName, command: Command) => void): Command {
  const { isTTY, columns } = stdout
  const program = new Program('specimen')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: () => undefined, // what was wrong is thrown
      getOutHelpWidth: () => (isTTY && columns ? Math.min(columns, widestHelp) : widestHelp),
    })
    .configureHelp({
      optionTerm: toTerm,
      subcommandTerm: toCommandTerm,
      visibleCommands: (command) => [...command.commands],
    })
    .description(about)
    .usage('<command> [options]')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'explain the command')
    .helpCommand(false)
    .addHelpText('after', firstSteps)
  for (const name of commandNames) addCommand(program, name, onCommand)
  return program
}

function addCommand(
  program: Command,
  name: CommandName,
  onCommand: (name: CommandName, command: Command) => void,
): void {
  const form = getForm(name)
  const command = program.command(name).summary(form.summary).helpGroup(`${form.group}:`)
  command.description(form.settings ? form.about + settingsNote : form.about)
  command.usage(form.usage ?? [...(form.argument ? [toArgumentTerm(form)] : []), '[options]'].join(' '))
  command.allowExcessArguments() // named by readArgument
  if (form.argument) command.argument(`[${form.argument.name}]`, form.argument.help)
  for (const [option, declared] of Object.entries(form.own ?? {}))
    command.addOption(toFlagOption(option, declared))
  for (const option of form.settings ?? []) {
    command.addOption(toFlagOption(option, options[option]).helpGroup(`${toHeading(option)}:`))
  }
  if (form.examples)
    command.addHelpText('after', `\nExamples:\n${form.examples.map((line) => `  ${line}\n`).join('')}`)
  command.action(() => onCommand(name, command))
}

function toFlagOption(name: string, option: Option): Flag {
  if (option.kind === 'switch') return new ProgramOption(`--${toFlag(name)}`, option.help)
  const value = (option.kind === 'number' ? option.defaultText : undefined) ?? option.default
  const description = value === undefined ? option.help : `${option.help} [${value}]`
  return new ProgramOption(`--${toFlag(name)} <${option.placeholder}>`, description)
}

const toTerm: Help['optionTerm'] = ({ flags }) => flags.replace(/[<>]/g, '')

const toCommandTerm: Help['subcommandTerm'] = (command) => {
  const name = command.name()
  return isCommandName(name) ? [name, toArgumentTerm(getForm(name))].join(' ').trim() : name
}

function toArgumentTerm({ argument }: CommandForm): string {
  if (!argument) return ''
  return argument.missing ? `<${argument.name}>` : `[${argument.name}]`
}

/**
 * Returns what is named without a flag. @throws `config.invalid` when it is missing, or there is more than
 * one
 */
function readArgument(name: CommandName, given: readonly string[]): string | undefined {
  const { argument } = getForm(name)
  const [first] = given
  if (!argument && first !== undefined)
    throw usageError(`specimen ${name} takes options only; found ${given.join(' ')}.`, name)
  if (given.length > 1)
    throw usageError(`${argument?.tooMany ?? 'One at a time'}; found ${given.join(' ')}.`, name)
  if (argument?.missing && !first) throw usageError(`${argument.missing}.`, name)
  if (argument?.choices && !argument.choices.includes(first ?? ''))
    throw usageError(
      `${argument.name} must be one of ${argument.choices.join(', ')} (got ${describe(first)}).`,
      name,
    )
  return first
}

/** Commander would take the next flag for the value of the one before. @throws `config.invalid` */
function refuseSwallowedFlag(name: CommandName, words: readonly string[]): void {
  const flags = listOptions(getForm(name)).flatMap(([flag, { kind }]) =>
    kind === 'switch' ? [] : [`--${flag}`],
  )
  const end = words.indexOf('--')
  for (const [at, word] of words.slice(0, end < 0 ? words.length : end).entries()) {
    const next = words[at + 1]
    if (!flags.includes(word) || !next?.startsWith('--')) continue
    throw usageError(
      `${word} has no value: ${next} is an option. If it is meant as the value, write ${word}=${next}.`,
      name,
    )
  }
}

/** Returns one sentence of ours for what commander did not understand. */
function toUsageError({ code, message }: Failure, name: string): SpecimenError {
  const [, what = ''] = /'(.*?)'/.exec(message) ?? []
  const [, nearest] = /\(Did you mean (?:one of )?(.*)\?\)/.exec(message) ?? []
  const [flag] = what.split(' ')
  const sentences: { readonly [code: string]: string } = {
    'commander.unknownCommand': `There is no command ${what}`,
    'commander.unknownOption': `There is no option ${what}`,
    'commander.optionMissingArgument': `${flag} has no value`,
  }
  const found = sentences[code] ?? message.replace(/^error: /, '')
  return usageError(nearest ? `${found}; did you mean ${nearest}?` : `${found}.`, name)
}

function usageError(found: string, name: string): SpecimenError {
  const remedy = isCommandName(name)
    ? `specimen ${name} --help explains it`
    : 'specimen --help lists the commands'
  return new SpecimenError('config.invalid', `${found} ${remedy}.`)
}
