/** Options of a program as data: values, defaults and help; and the conversion of texts to values. */

import { SpecimenError } from '../contract/domain/errors.ts'
import { describe } from '../contract/text/describe.ts'

/** A day in seconds. */
export const day = 86_400
/** A mebibyte in bytes. */
export const mebibyte = 2 ** 20
/** A gibibyte in bytes. */
export const gibibyte = 2 ** 30
/** A tebibyte in bytes. */
export const tebibyte = 2 ** 40

/** An option that takes any text, or one of some choices. */
export interface TextOption<Value extends string | undefined = string | undefined> {
  readonly kind: 'text'
  /** The value when none is given; undefined for an optional one. */
  readonly default: Value
  /** The value's name in `--help`. */
  readonly placeholder: string
  readonly help: string
  readonly choices?: readonly string[]
  /** Joins the values of a flag that is given several times, with blanks; the last one counts when absent. */
  readonly isList?: boolean
  /** Hides the value from other programs; false when absent. */
  readonly isSecret?: boolean
}

/** An option that takes a number within inclusive bounds. */
export interface NumberOption<Value extends number | undefined = number | undefined> {
  readonly kind: 'number'
  readonly default: Value
  readonly min: number
  readonly max: number
  /** Seconds may have fractions, counts may not. */
  readonly isWhole: boolean
  readonly placeholder: string
  readonly help: string
  /** The default in words, where the number depends on the machine. */
  readonly defaultText?: string
}

/** An option that is on when its flag is there. */
export interface SwitchOption {
  readonly kind: 'switch'
  readonly default: boolean
  readonly help: string
}

/** One option of any kind. */
export type Option = TextOption | NumberOption | SwitchOption

/** Options by name in camel case; the flag is the name in kebab-case. */
export interface OptionTable {
  readonly [name: string]: Option
}

/** The values of a table's options. */
export type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name]['default']
}

/** Values of some of a table's options. */
export type GivenValues<Table extends OptionTable> = {
  readonly [Name in keyof Table]?: Table[Name]['default'] | undefined
}

/** Declares an option that takes any text; `usual` is its default. */
export function text(usual: string, placeholder: string, help: string): TextOption<string> {
  return { kind: 'text', default: usual, placeholder, help }
}

/** Declares an option that takes any text, or may be left out. */
export function optionalText(placeholder: string, help: string): TextOption {
  return { kind: 'text', default: undefined, placeholder, help }
}

/** As {@link optionalText}, for parts with blanks between them, which may come one by one. */
export function listText(placeholder: string, help: string): TextOption {
  return { ...optionalText(placeholder, help), isList: true }
}

/** As {@link optionalText}, for a secret: other programs of this machine do not see its value. */
export function secretText(placeholder: string, help: string): TextOption {
  return { ...optionalText(placeholder, help), isSecret: true }
}

/** Declares an option that takes one of some words, which its type names. */
export function choice<const Choice extends string>(
  usual: NoInfer<Choice>,
  choices: readonly Choice[],
  placeholder: string,
  help: string,
): TextOption<Choice> {
  return { kind: 'text', default: usual, choices, placeholder, help }
}

type Bounds = readonly [min: number, max: number]

/** Declares an option that takes a whole number within bounds; `unit` names the value in `--help`. */
export function number(usual: number, unit: string, bounds: Bounds, help: string): NumberOption<number> {
  const [min, max] = bounds
  return { kind: 'number', isWhole: true, placeholder: unit, default: usual, min, max, help }
}

/** As {@link number}, for an optional one; `absent` describes its absence. */
export function optionalNumber(absent: string, unit: string, bounds: Bounds, help: string): NumberOption {
  return { ...number(0, unit, bounds, help), default: undefined, defaultText: absent }
}

/** Declares an option that takes a time, within bounds. */
export function seconds(usual: number, bounds: Bounds, help: string): NumberOption<number> {
  return { ...number(usual, 'SECONDS', bounds, help), isWhole: false }
}

/** As {@link seconds}, for an optional one. */
export function optionalSeconds(bounds: Bounds, help: string): NumberOption {
  return { ...seconds(0, bounds, help), default: undefined }
}

/** Declares an option that is off unless its flag is there. */
export function toggle(help: string): SwitchOption {
  return { kind: 'switch', default: false, help }
}

/** Returns the flag of an option, without its dashes: `pool-size` for `poolSize`. */
export function toFlag(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Returns the environment variable of an option: `SPECIMEN_POOL_SIZE` for `poolSize`. */
export function toVariable(name: string): string {
  return `SPECIMEN_${toFlag(name).replaceAll('-', '_').toUpperCase()}`
}

/** Texts by flag or by variable. */
export interface OptionTexts {
  readonly [name: string]: string | undefined
}

/**
 * Returns the values of a table's options from flags and, where given, variables, without defaults. Flags
 * win; an empty variable counts as absent. @throws `config.invalid` naming the flag or the variable
 */
export function readTexts<Table extends OptionTable>(
  table: Table,
  flags: OptionTexts,
  variables?: { readonly environment: OptionTexts; readonly toName: (option: string) => string },
): { readonly [Name in keyof Table]?: Table[Name]['default'] } {
  const given = Object.entries(table).flatMap(([name, option]) => {
    const flag = flags[toFlag(name)]
    if (flag !== undefined) return [[name, parseText(`--${toFlag(name)}`, option, flag)]]
    const variable = variables?.toName(name) ?? ''
    const written = variables?.environment[variable]
    return written ? [[name, parseText(variable, option, written)]] : []
  })
  return Object.fromEntries(given) // each option's value, for some names of the table
}

/** Returns the defaults of a table, overridden by some values. */
export function fillIn<Table extends OptionTable>(
  table: Table,
  given: GivenValues<Table>,
): OptionValues<Table> {
  const values = Object.entries(table).map(([name, option]) => [name, given[name] ?? option.default])
  return Object.fromEntries(values) // each option's value, for every name of the table
}

function parseText(label: string, option: Option, written: string): Option['default'] {
  if (written === '')
    throw new SpecimenError('config.invalid', `${label} is empty; leave it out, or give it a value.`)
  if (option.kind === 'text') return checkText(label, option, written)
  if (option.kind === 'switch') return checkSwitch(label, switchWords.get(written) ?? written)
  const value = written.trim() === '' ? Number.NaN : Number(written)
  if (isFitting(option, value)) return value
  throw wrongValueError(label, describeWanted(option, value), written)
}

/** Returns the value when the option takes it. `label` is its origin. @throws `config.invalid` naming it */
export function checkValue(label: string, option: Option, value: unknown): Option['default'] {
  if (option.kind === 'switch') return checkSwitch(label, value)
  if (value === undefined && option.default === undefined) return undefined
  if (option.kind === 'number') return checkNumber(label, option, value)
  return checkText(label, option, value)
}

const switchWords: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['on', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['off', false],
  ['0', false],
])

function checkSwitch(label: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw wrongValueError(label, 'true or false', value)
}

function checkNumber(label: string, option: NumberOption, value: unknown): number {
  if (isFitting(option, value)) return value
  throw wrongValueError(label, describeWanted(option, value), value)
}

function isFitting({ min, max, isWhole }: NumberOption, value: unknown): value is number {
  return typeof value === 'number' && value >= min && value <= max && (!isWhole || Number.isInteger(value))
}

function describeWanted({ min, max, isWhole }: NumberOption, found: unknown): string {
  const kind = isWhole && Number.isFinite(found) ? 'whole number' : 'number'
  return `a ${kind} from ${min} to ${max}`
}

function checkText(label: string, { choices }: TextOption, value: unknown): string {
  if (typeof value !== 'string') throw wrongValueError(label, 'text', value)
  if (!choices || choices.includes(value)) return value
  throw wrongValueError(label, `one of ${choices.join(', ')}`, value)
}

function wrongValueError(label: string, wanted: string, found: unknown): SpecimenError {
  return new SpecimenError('config.invalid', `${label} must be ${wanted} (got ${describe(found)}).`)
}
