/** One option: what it takes, what it is when nobody says anything, and its words in `--help`. */
import { SpecimenError } from './domain/errors.ts'

export interface TextOption<Value extends string | undefined = string | undefined> {
  readonly kind: 'text'
  readonly value: Value
  readonly placeholder: string
  readonly help: string
  readonly choices?: readonly string[]
}
export interface NumberOption<Value extends number | undefined = number | undefined> {
  readonly kind: 'number'
  readonly value: Value
  readonly min: number
  readonly max: number
  /** Seconds may have fractions, counts may not. */
  readonly isWhole: boolean
  readonly placeholder: string
  readonly help: string
  /** The default in words, where the number depends on the machine. */
  readonly valueText?: string
}
export interface SwitchOption {
  readonly kind: 'switch'
  readonly value: boolean
  readonly help: string
}
export type Option = TextOption | NumberOption | SwitchOption
type Value = Option['value']

/** Options by name in camel case; the flag is the name in kebab-case. */
export interface OptionTable {
  readonly [name: string]: Option
}

/** The values of a table's options. */
export type OptionValues<Table extends OptionTable> = { readonly [Name in keyof Table]: Table[Name]['value'] }

/** An option that takes any text, or one of some choices. Without a default it may be left out. */
export function text(
  value: string,
  placeholder: string,
  help: string,
  choices?: readonly string[],
): TextOption<string>
export function text(value: undefined, placeholder: string, help: string): TextOption<string | undefined>
export function text(
  value: string | undefined,
  placeholder: string,
  help: string,
  choices?: readonly string[],
): TextOption {
  return { kind: 'text', value, placeholder, help, ...(choices && { choices }) }
}

/** An option that takes one of some words, which its type names. */
export function choice<const Choice extends string>(
  value: NoInfer<Choice>,
  placeholder: string,
  help: string,
  choices: readonly Choice[],
): TextOption<Choice> {
  return { kind: 'text', value, placeholder, help, choices }
}

/** An option that takes a whole number within bounds. */
export function number(
  value: number,
  placeholder: string,
  min: number,
  max: number,
  help: string,
): NumberOption<number> {
  return { kind: 'number', value, min, max, isWhole: true, placeholder, help }
}

/** An option that takes a time within bounds. Without a default it may be left out. */
export function seconds(value: number, min: number, max: number, help: string): NumberOption<number>
export function seconds(value: undefined, min: number, max: number, help: string): NumberOption
export function seconds(value: number | undefined, min: number, max: number, help: string): NumberOption {
  return { kind: 'number', value, min, max, isWhole: false, placeholder: 'SECONDS', help }
}

/** An option that is on when its flag is there. */
export function toggle(help: string): SwitchOption {
  return { kind: 'switch', value: false, help }
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
export interface Texts {
  readonly [name: string]: string | undefined
}

/** Where a table's variables are: what is set, and what each option's is called. */
export interface Variables {
  readonly environment: Texts
  readonly toName: (option: string) => string
}

/**
 * Returns the values that flags, and where there are any, variables give to a table's options, without
 * defaults. Flags win; an empty variable counts as absent. @throws `config.invalid` naming the flag or the
 * variable
 */
export function readTexts<Table extends OptionTable>(
  table: Table,
  flags: Texts,
  variables?: Variables,
): { readonly [Name in keyof Table]?: Table[Name]['value'] } {
  const given = Object.entries(table).flatMap(([name, option]) => {
    const flag = flags[toFlag(name)]
    if (flag !== undefined) return [[name, parseText(`--${toFlag(name)}`, option, flag)]]
    const variable = variables?.toName(name) ?? ''
    const written = variables?.environment[variable]
    return written ? [[name, parseText(variable, option, written)]] : []
  })
  return Object.fromEntries(given) // for some names of the table, what its options take
}

/** Returns the defaults of a table, with some values in place of them. */
export function fillIn<Table extends OptionTable>(
  table: Table,
  given: { readonly [Name in keyof Table]?: Table[Name]['value'] },
): OptionValues<Table> {
  const defaults = Object.fromEntries(Object.entries(table).map(([name, { value }]) => [name, value]))
  return { ...defaults, ...given } as OptionValues<Table> // each name of the table has its default at least
}

function parseText(label: string, option: Option, written: string): Value {
  if (written === '')
    throw new SpecimenError('config.invalid', `${label} is empty; leave it out, or give it a value.`)
  if (option.kind === 'text') return checkText(label, option, written)
  if (option.kind === 'switch') return checkSwitch(label, words.get(written), JSON.stringify(written))
  const value = written.trim() === '' ? Number.NaN : Number(written)
  return checkNumber(label, option, value, JSON.stringify(written))
}

/**
 * Returns the value when the option takes it. `label` says where it comes from. @throws `config.invalid`
 * naming it
 */
export function checkValue(label: string, option: Option, value: Value): Value {
  if (option.kind === 'switch') return checkSwitch(label, value, JSON.stringify(value))
  if (value === undefined && option.value === undefined) return undefined
  if (option.kind === 'number') return checkNumber(label, option, value, String(value))
  return checkText(label, option, value)
}

/** What may be written in a variable for a switch. */
const words: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
])

function checkSwitch(label: string, value: unknown, found: string): boolean {
  if (typeof value === 'boolean') return value
  throw new SpecimenError('config.invalid', `${label} is ${found}; true or false was wanted.`)
}

function checkNumber(
  label: string,
  { min, max, isWhole }: NumberOption,
  value: unknown,
  found: string,
): number {
  const isFitting =
    typeof value === 'number' && value >= min && value <= max && (!isWhole || Number.isInteger(value))
  if (isFitting) return value
  const kind = isWhole && Number.isFinite(value) ? 'whole number' : 'number'
  throw new SpecimenError(
    'config.invalid',
    `${label} is ${found}; a ${kind} was wanted, from ${min} to ${max}.`,
  )
}

function checkText(label: string, { choices }: TextOption, value: unknown): string {
  if (typeof value !== 'string')
    throw new SpecimenError('config.invalid', `${label} is ${String(value)}; a text was wanted.`)
  if (!choices || choices.includes(value)) return value
  throw new SpecimenError('config.invalid', `${label} ${value} is none of ${choices.join(', ')}.`)
}
