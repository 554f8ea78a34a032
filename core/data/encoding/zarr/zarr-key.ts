import { partNamePattern } from '../../../contract/domain/result/scene.ts'

/** The name of a thing in a Zarr store; `label` is that of the image of labels which has it. */
export type ZarrKey =
  | { readonly kind: 'group'; readonly label?: string }
  | { readonly kind: 'labels' }
  | { readonly kind: 'array'; readonly label?: string; readonly level: number }
  | {
      readonly kind: 'chunk'
      readonly label?: string
      readonly level: number
      /** The number of the chunk along each axis of the array. */
      readonly place: readonly number[]
    }

const number = '(?:0|[1-9][0-9]{0,8})'
const name = partNamePattern.replace(/^\^|\$$/g, '')
const form = new RegExp(
  `^(?:labels/(${name})/)?(?:(${number})/)?(?:zarr[.]json|c/(${number}(?:/${number})*))$`,
)

/** Most axes of an array. */
const mostAxes = 5

/** Returns the key of a path in a store, such as `0/c/0/1/2`; undefined where no store has such a path. */
export function parseZarrKey(path: string): ZarrKey | undefined {
  if (path === 'labels/zarr.json') return { kind: 'labels' }
  const match = form.exec(path)
  if (!match) return undefined
  const [, label, level, chunk] = match
  const of = label === undefined ? {} : { label }
  if (level === undefined) return chunk === undefined ? { kind: 'group', ...of } : undefined
  if (chunk === undefined) return { kind: 'array', ...of, level: Number(level) }
  const place = chunk.split('/').map(Number)
  return place.length > mostAxes ? undefined : { kind: 'chunk', ...of, level: Number(level), place }
}
