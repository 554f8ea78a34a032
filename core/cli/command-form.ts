import type { Readable } from 'node:stream'
import type { OutputStreams } from '../contract/text/output-streams.ts'
import { type OptionName, options } from '../options/config.ts'
import { type Option, type OptionTable, toFlag } from '../options/option.ts'

/** The description of a command for parsing, `--help` and completion, without loading its code. */
export interface CommandForm {
  readonly summary: string
  /** Its heading in the list. */
  readonly group: string
  /** Paragraphs that explain it. They are wrapped; a line that starts with spaces keeps them. */
  readonly about: string
  readonly examples?: readonly string[]
  /** The argument without a flag. */
  readonly argument?: {
    readonly name: string
    readonly help: string
    /** The refusal of a missing one: "A name is missing". */
    readonly missing?: string
    /** Set when there may be several. */
    readonly isList?: boolean
    /** The refusal of several; "One at a time" when absent. */
    readonly tooMany?: string
    readonly choices?: readonly string[]
  }
  /** The usage line behind the command's name, in place of the default. */
  readonly usage?: string
  readonly own?: OptionTable
  /** Options shared with hosts; each is also an environment variable. */
  readonly settings?: readonly OptionName[]
}

/** Returns the options of a command with their flags: its own, then those of hosts. */
export function listOptions({ own = {}, settings = [] }: CommandForm): [flag: string, option: Option][] {
  const shared = settings.map((name): [string, Option] => [name, options[name]])
  return [...Object.entries(own), ...shared].map(([name, option]) => [toFlag(name), option])
}

/** A parsed command line, with texts that are still to be checked. */
export interface CommandLine {
  /** The first argument without a flag. */
  readonly argument: string | undefined
  readonly named: readonly string[]
  readonly flags: { readonly [flag: string]: string | undefined }
}

/** The parts of the process that commands use, so that a test can replace them. */
export interface CommandSurroundings {
  readonly streams: OutputStreams
  readonly environment: { readonly [name: string]: string | undefined }
  /** Milliseconds. */
  readonly now: () => number
  readonly stopped?: Promise<unknown>
  /** The events of `specimen dev` for a host that it has started; the host ends with them. */
  readonly devEvents?: Readable
}
