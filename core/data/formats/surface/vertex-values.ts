import type { Label } from '../../../contract/domain/result/labels.ts'
import type { DecodeContext } from '../format.ts'
import { refuse } from '../refusal.ts'

/** The values of vertices, and what they are. */
export interface VertexValues {
  readonly scalars: Float32Array
  readonly valueName: string
  readonly valueUnit?: string | undefined
  /** Set where the values are labels. */
  readonly labels?: readonly Label[]
  /** The colours of labels. */
  readonly colors?: Uint8Array
}

/** The surface to which values belong, and their file: its name without the side, and as it is shown. */
export interface SurfaceOfValues {
  readonly vertexCount: number
  readonly name: string
  readonly shown: string
  readonly context: DecodeContext
}

/** Ensures that values are those of all vertices. @throws `file.undecodable` */
export function requireCount(count: number, { shown, vertexCount }: SurfaceOfValues): void {
  if (count === vertexCount) return
  throw refuse(
    `${shown} has values of ${count} vertices and the surface has ${vertexCount}; open the ` +
      'surface of the same side and person.',
  )
}
