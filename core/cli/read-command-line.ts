import { parseArgs } from 'node:util'
import { SpecimenError } from '../contract/domain/errors.ts'
import { describe } from '../contract/text/describe.ts'
import { suggestName } from '../contract/text/suggest.ts'
import { type CommandLine, listOptions } from './command-form.ts'
import { type CommandName, commandNames, getForm, isCommandName } from './commands.ts'

/** A parsed request: a command, with texts that its options have still to check, or words. */
export type CommandRequest =
  | { readonly asks: 'command'; readonly name: CommandName; readonly line: CommandLine }
  /** Help for one command, or for all. */
  | { readonly asks: 'help'; readonly name: CommandName | null }
  | { readonly asks: 'version' }

/**
 * Parses a command line by the forms of the commands. @throws `config.invalid`
 *
 * Node's `parseArgs` reads the words. yargs 18 was tried in its place, with 180 lines less: `--version`
 * started 50 ms later and `serve` 110, as it lays out all help for each command; words behind `--` and all
 * names but the last were dropped silently; a misspelt option was refused without a suggestion.
 */
export function readCommandLine(argv: readonly string[]): CommandRequest {
  const [first, ...rest] = argv
  if (first === 'version' || first === '--version' || first === '-v') return { asks: 'version' }
  if (first === undefined || first === 'help' || first === '--help' || first === '-h') {
    const [name = 'help'] = rest.filter((word) => !word.startsWith('-'))
    return { asks: 'help', name: name === 'help' ? null : checkName(name) }
  }
  return readWords(checkName(first), rest)
}

function checkName(word: string): CommandName {
  if (isCommandName(word)) return word
  if (word.startsWith('-')) throw unknownError('option', word, ['--help', '--version'])
  throw unknownError('command', word, commandNames)
}

function readWords(name: CommandName, words: readonly string[]): CommandRequest {
  const known = new Map(listOptions(getForm(name)))
  const texts = [...known].flatMap(([flag, { kind }]) => (kind === 'switch' ? [] : [flag]))
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(texts.map((flag) => [flag, { type: 'string' }])),
    strict: false,
    tokens: true,
  })
  const flags = new Map<string, string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { rawName, name: flag, value, inlineValue } = token
    if (rawName === '-h' || rawName === '--help') return { asks: 'help', name }
    const option = rawName === `--${flag}` ? known.get(flag) : undefined
    if (!option) throw unknownError('option', rawName, [...known.keys(), 'help'].map(toLong), name)
    const { kind } = option
    if (kind === 'switch' && value !== undefined)
      throw usageError(`${rawName} takes no value (got ${describe(value)}).`, name)
    if (kind !== 'switch' && value === undefined) throw usageError(`${rawName} has no value.`, name)
    // The word behind a flag is its value, even where the value was plainly forgotten.
    if (inlineValue === false && value?.startsWith('--')) throw swallowedError(rawName, value, name)
    const before = option.kind === 'text' && option.isList ? flags.get(flag) : undefined
    const text = value ?? 'true'
    flags.set(flag, before === undefined ? text : `${before} ${text}`)
  }
  const named = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  checkArguments(name, named)
  return { asks: 'command', name, line: { argument: named[0], named, flags: Object.fromEntries(flags) } }
}

const toLong = (flag: string): string => `--${flag}`

/** Checks the arguments without a flag. @throws `config.invalid` when one is missing, or too many */
function checkArguments(name: CommandName, given: readonly string[]): void {
  const { argument } = getForm(name)
  const [first] = given
  if (!argument && first !== undefined)
    throw usageError(`specimen ${name} takes options only; found ${given.join(' ')}.`, name)
  if (given.length > 1 && !argument?.isList)
    throw usageError(`${argument?.tooMany ?? 'One at a time'}; found ${given.join(' ')}.`, name)
  if (argument?.missing && !first) throw usageError(`${argument.missing}.`, name)
  if (argument?.choices && !argument.choices.includes(first ?? ''))
    throw usageError(
      `${argument.name} must be one of ${argument.choices.join(', ')} (got ${describe(first)}).`,
      name,
    )
}

function swallowedError(flag: string, next: string, name: CommandName): SpecimenError {
  const remedy = `If it is meant as the value, write ${flag}=${next}.`
  return usageError(`${flag} has no value: ${next} is an option. ${remedy}`, name)
}

function unknownError(
  kind: 'command' | 'option',
  word: string,
  known: readonly string[],
  name?: CommandName,
): SpecimenError {
  const nearest = suggestName(word, known)
  const found = `There is no ${kind} ${word}`
  return usageError(nearest === null ? `${found}.` : `${found}; did you mean ${nearest}?`, name)
}

function usageError(found: string, name?: CommandName): SpecimenError {
  const remedy = name ? `specimen ${name} --help explains it` : 'specimen --help lists the commands'
  return new SpecimenError('config.invalid', `${found} ${remedy}.`)
}
