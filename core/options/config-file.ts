/** Options of a host in a file, for what is too much for a command line. */
import { existsSync, readFileSync } from 'node:fs'
import { SpecimenError } from '../contract/domain/errors.ts'
import { describe } from '../contract/text/describe.ts'
import type { OutputStream } from '../contract/text/output-streams.ts'
import { suggestName } from '../contract/text/suggest.ts'
import { toShownText } from '../contract/text/visible-text.ts'
import { isJsonObject, parseJson } from '../contract/values/json.ts'
import {
  checkValue,
  type GivenValues,
  type OptionTable,
  type OptionTexts,
  optionalText,
  readTexts,
  toFlag,
  toVariable,
} from './option.ts'

/** Read where it lies in the working directory and no other file is named. */
const usualFile = 'specimen.config.json'

/** The option that names the file, of each command that reads one. */
export const configFileOption = {
  config: optionalText(
    'FILE',
    `options by their names, as {"pool-size": 4}; ${usualFile} here if it is there`,
  ),
} as const satisfies OptionTable

/** A command line and its surroundings, in which a file may be named. */
interface NamedFile {
  readonly flags: OptionTexts
  readonly environment: OptionTexts
  readonly stderr: OutputStream
}

/**
 * Returns the values of a table's options that stand in the file of `--config` or `SPECIMEN_CONFIG`, else in
 * `specimen.config.json`, and says so; none where neither is there. Flags and variables win over them.
 * @throws `config.invalid` naming file and option
 */
export function readConfigFile<Table extends OptionTable>(
  table: Table,
  { flags, environment, stderr }: NamedFile,
): GivenValues<Table> {
  const variables = { environment, toName: toVariable }
  const { config: named } = readTexts(configFileOption, flags, variables)
  const path = named ?? usualFile
  if (named === undefined && !existsSync(path)) return {}
  const values = parseJson(readFileSync(path, 'utf8'), path)
  if (!isJsonObject(values)) {
    const wanted = 'must be an object of options, as {"pool-size": 4}'
    throw new SpecimenError('config.invalid', `${path} ${wanted} (got ${describe(values)}).`)
  }
  const names = new Map(Object.keys(table).map((name) => [toFlag(name), name]))
  const given = Object.entries(values).map(([flag, value]) => {
    const name = names.get(flag)
    const option = name === undefined ? undefined : table[name]
    if (name === undefined || !option) throw unknownError(path, flag, [...names.keys()])
    return [name, checkValue(`${path}: ${flag}`, option, value)]
  })
  const listed = Object.keys(values).join(', ')
  stderr.write(`specimen: options of ${toShownText(path)}: ${toShownText(listed)}\n`)
  return Object.fromEntries(given) // each option's value, for some names of the table
}

function unknownError(path: string, flag: string, names: readonly string[]): SpecimenError {
  const nearest = suggestName(toFlag(flag), names)
  const remedy = nearest === null ? 'specimen <command> --help lists them.' : `Did you mean ${nearest}?`
  return new SpecimenError('config.invalid', `${path}: ${flag} is no option of this command. ${remedy}`)
}
