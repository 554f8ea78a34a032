import { SpecimenError } from '../../contract/domain/errors.ts'
import type { BundleVariables, Variables } from '../../contract/domain/variables.ts'
import { describe } from '../../contract/text/describe.ts'

const variableName = /^[A-Za-z_]\w*$/

/**
 * Parses `--env`, such as `tracker:API_KEY,API_URL reader:TOKEN`, and looks the values up. Plugins see no
 * other variable of the host. @throws `config.invalid` for one that is not set
 */
export function readBundleVariables(text: string, environment: NodeJS.ProcessEnv): BundleVariables {
  const variables = new Map<string, Variables>()
  for (const part of text.split(/\s+/).filter(Boolean)) {
    const [bundle, values] = readPart(part, environment)
    variables.set(bundle, { ...variables.get(bundle), ...values })
  }
  return variables
}

function readPart(part: string, environment: NodeJS.ProcessEnv): readonly [string, Variables] {
  const [, bundle = '', words = ''] = /^([^:]+):(.+)$/.exec(part) ?? []
  const names = words.split(',')
  if (bundle === '' || !names.every((name) => variableName.test(name)))
    throw new SpecimenError(
      'config.invalid',
      '--env takes bundles with names of variables of this host, such as ' +
        `"tracker:API_KEY,API_URL reader:TOKEN" (got ${describe(part)}).`,
    )
  const entries = names.map((name) => {
    const { [name]: value } = environment
    if (value !== undefined) return [name, value] as const
    const detail = `--env gives "${bundle}" the variable ${name}, which is not set; set it, or take it out.`
    throw new SpecimenError('config.invalid', detail)
  })
  return [bundle, Object.fromEntries(entries)]
}

/** Returns a function that writes the name of a variable in place of its value, in a line of JSON. */
export function createVariableHider(variables: BundleVariables): (line: string) => string {
  const secrets = [...variables.values()]
    .flatMap((each) => Object.entries(each))
    .filter(([, value]) => value.length >= leastHidden)
    .map(([name, value]) => [JSON.stringify(value).slice(1, -1), `[${name}]`] as const)
    .sort(([one], [other]) => other.length - one.length) // one may be a part of another
  return (line) => secrets.reduce((hidden, [value, name]) => hidden.replaceAll(value, name), line)
}

/** Characters of a value; shorter ones, such as `1` or `no`, stand everywhere in a log. */
const leastHidden = 4
