import { type OptionName, options } from '../config.ts'
import { type Option, type OptionTable, toFlag } from '../option.ts'

/**
 * What the command line knows of a command: from it come parsing, `--help` and completion, without loading
 * the command.
 */
export interface CommandForm {
  /** Its line in the list of commands. */
  readonly summary: string
  /** Under which heading of the list it stands. */
  readonly group: string
  /** Paragraphs that explain it. They are wrapped; a line that starts with spaces keeps them. */
  readonly about: string
  /** Command lines to learn from. */
  readonly examples?: readonly string[]
  /** What is named without a flag. */
  readonly argument?: ArgumentForm
  /** What follows the command's name in its usage line, where the default is not enough. */
  readonly usage?: string
  /** Options of its own. */
  readonly own?: OptionTable
  /** Options that hosts have too; each is also an environment variable. */
  readonly settings?: readonly OptionName[]
}

/** What a command takes without a flag. */
export interface ArgumentForm {
  readonly name: string
  readonly help: string
  /** The refusal when it is absent, where it must not be: "A name is missing". */
  readonly missing?: string
  /** Whether there may be several. */
  readonly isList?: boolean
  /** The refusal when there are several; "One at a time" when absent. */
  readonly tooMany?: string
  readonly choices?: readonly string[]
}

/** Returns the options of a command with their flags: its own, then those of hosts. */
export function listOptions({ own = {}, settings = [] }: CommandForm): [flag: string, option: Option][] {
  const shared = settings.map((name): [string, Option] => [name, options[name]])
  return [...Object.entries(own), ...shared].map(([name, option]) => [toFlag(name), option])
}

/** What was asked of a command, as texts that are still to be checked. */
export interface CommandLine {
  /** The first thing that is named without a flag. */
  readonly argument: string | undefined
  /** All of them: more than one where the command takes several. */
  readonly named: readonly string[]
  /** By flag, without the dashes. */
  readonly flags: { readonly [flag: string]: string | undefined }
}
