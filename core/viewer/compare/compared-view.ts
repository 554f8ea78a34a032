import { mergeDefaults, type ParameterSchema, type Params } from '../../contract/domain/schema.ts'
import { keepKnown } from '../panel/values.ts'

/** A view's parameters, and the specimen whose function takes them. */
export interface ComparedView {
  readonly specimenId: string
  readonly schema: ParameterSchema | null
  readonly params: Params
}

/** Returns the complete parameters of the other views of a view's specimen. */
export function listBeside(views: readonly ComparedView[], place: number): readonly Params[] {
  const own = views[place]
  return views.flatMap((view) => (view !== own && view.specimenId === own?.specimenId ? complete(view) : []))
}

/** Returns the parameters of a view with its defaults; nothing for a specimen without a function. */
export function complete({ schema, params }: ComparedView): readonly Params[] {
  return schema ? [mergeDefaults(schema, keepKnown(schema, params))] : []
}
