/** The manifest entry of a function in code, of its options and the entry of a build where there is one. */
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { FunctionManifest } from '../../contract/domain/manifest.ts'
import { parseSceneShape } from '../../contract/domain/result/returned.ts'
import { toEmptySchema } from '../../contract/domain/schema.ts'
import { copySchema } from '../../contract/schema/compiled/written-schema.ts'
import { describe } from '../../contract/text/describe.ts'
import type { CodeFunctionOptions } from './code-function.ts'

/** Returns the entry of a function; `built` is that of a manifest. @throws `config.invalid` */
export function toFunctionManifest(
  name: string,
  built: FunctionManifest | undefined,
  options: CodeFunctionOptions,
): FunctionManifest {
  const { returns, schema, description = built?.description ?? '' } = options
  const kind = toReturns(name, returns, built)
  if (kind === undefined) {
    throw new SpecimenError(
      'config.invalid',
      `The function ${name} must have a return type: give { returns: 'mesh' }, or a manifest that names it.`,
    )
  }
  const what = `The schema of ${name}`
  if (schema === undefined && built) {
    return { ...built, ...kind, description, schema: copySchema(built.schema, what) }
  }
  const own = schema === undefined ? toEmptySchema(name) : copySchema(schema, what)
  return {
    name,
    description,
    ...kind,
    parameters: Object.keys(own.properties),
    progress: null,
    schema: own,
  }
}

/** The members of a manifest on what a function returns. */
type Returns = Pick<FunctionManifest, 'return_type' | 'returns'>

/**
 * Returns what a function returns by its options, else by the manifest that describes it; undefined where
 * neither says it. @throws `config.invalid` for a scene without its parts
 */
function toReturns(
  name: string,
  given: CodeFunctionOptions['returns'],
  built: Returns | undefined,
): Returns | undefined {
  const shape = given ?? built?.returns
  const type = typeof given === 'object' ? given.type : (given ?? built?.return_type)
  if (type === undefined || type !== 'scene') return type && { return_type: type }
  const returns = parseSceneShape(shape, (found, wanted) => {
    const detail = `The function ${name} must have returns of ${wanted} (got ${describe(found)}).`
    const example = "{ returns: { type: 'scene', parts: { brain: 'mesh' } } }"
    return new SpecimenError('config.invalid', `${detail} Give ${example}.`)
  })
  return { return_type: type, returns }
}
