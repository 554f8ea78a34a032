/** A result in transit: a head, then the bytes of arrays. The untrusted lengths are checked before memory. */

import { SpecimenError } from '../../contract/domain/errors.ts'
import { columnCount } from '../../contract/domain/result/columns.ts'
import {
  type Dtype,
  dtypes,
  type ElementArray,
  type ElementClass,
  elementArrays,
  findDtype,
} from '../../contract/domain/result/elements.ts'
import {
  listBlocks,
  listMembers,
  partTypes,
  type Result,
  toSmallMembers,
} from '../../contract/domain/result/result.ts'
import { partCount } from '../../contract/domain/result/scene.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../contract/values/json.ts'
import { isCount } from '../../contract/values/number.ts'
import { allocateShared, layOut } from './shared-memory.ts'

const arrayNames = new Set(
  partTypes
    .flatMap(listMembers)
    .flatMap(([name, { form }]) =>
      form === 'columns'
        ? Array.from({ length: columnCount }, (_, i) => `${name}/${i}`)
        : form === 'list' || form === 'samples'
          ? [name]
          : [],
    ),
)

/** A result whose arrays have memory and no contents yet. */
export interface Incoming {
  readonly memory: SharedArrayBuffer
  readonly targets: readonly Uint8Array[]
  /** The result as described by the sender, for `parseResult` once the memory is full. */
  readonly value: object
}

/** Most bytes of a head: those of all texts and labels that a result may have, in ASCII. */
export const resultHeadBytes = 2 ** 20

/**
 * Returns the head that announces a result, and its arrays in the order of their bytes.
 * @throws `function.failed` for texts that no head has room for
 */
export function toResultHead(result: Result): { head: JsonObject; arrays: ElementArray[] } {
  const blocks = listBlocks(result)
  const head = { members: toSmallMembers(result), blocks: blocks.map(describeBlock) }
  const bytes = new TextEncoder().encode(JSON.stringify(head)).length
  if (bytes > resultHeadBytes)
    throw new SpecimenError(
      'function.failed',
      `The texts and labels of the result have ${bytes} bytes; at most ${resultHeadBytes} are allowed. ` +
        'Return fewer or shorter ones.',
    )
  return { head, arrays: blocks.map(({ array }) => array) }
}

function describeBlock({ name, array }: { readonly name: string; readonly array: ElementArray }): JsonObject {
  const dtype = findDtype(array)
  if (dtype === undefined) throw new TypeError('an array of a parsed result has no dtype')
  return { name, dtype, bytes: array.byteLength }
}

/** The layout of an announced result. Nothing is allocated yet. */
export interface ResultPlan {
  readonly members: JsonObject
  readonly blocks: readonly {
    readonly name: string
    readonly dtype: Dtype
    readonly bytes: number
    readonly offset: number
  }[]
  /** The size of the memory; arrays begin at multiples of 8. */
  readonly byteLength: number
}

/** Returns the plan of a head, or its refusal: malformed, or more than `limit` bytes. */
export function planResult(head: JsonObject, limit: number): ResultPlan | string {
  const { members, blocks } = head
  if (
    members === undefined ||
    !isJsonObject(members) ||
    !Array.isArray(blocks) ||
    blocks.length > arrayNames.size * partCount
  ) {
    return 'The result has no proper head'
  }
  const parsed = blocks.map(parseBlock)
  if (!parsed.every((block) => block !== undefined)) return 'the result announces arrays that no result has'
  if (new Set(parsed.map(({ name }) => name)).size < parsed.length)
    return 'The result has no proper head: it names an array twice'
  const { offsets, byteLength } = layOut(parsed.map(({ bytes }) => bytes))
  if (byteLength > limit) return describeOversize(byteLength, limit)
  return { members, blocks: parsed.map((block, i) => ({ ...block, offset: offsets[i] ?? 0 })), byteLength }
}

/** Returns the result as described by its sender, for `parseResult`: arrays are views of `memory`. */
export function toPlannedValue(plan: ResultPlan, memory: SharedArrayBuffer): object {
  const arrays = plan.blocks.map(({ dtype, bytes, offset }) => {
    const Kind: ElementClass = elementArrays[dtype]
    return new Kind(memory, offset, bytes / Kind.BYTES_PER_ELEMENT)
  })
  return toValue(plan, arrays)
}

/** Memory for a result that a function takes, with an own buffer for each array, as its author expects. */
export interface OwnedValue {
  readonly targets: readonly Uint8Array[]
  /** The result, whose arrays are full when the targets are. */
  readonly value: object
}

/** Returns memory of this process alone for a result of the host. */
export function toOwnedValue(plan: ResultPlan): OwnedValue {
  const arrays = plan.blocks.map(({ dtype, bytes }) => {
    const Kind: ElementClass = elementArrays[dtype]
    return new Kind(bytes / Kind.BYTES_PER_ELEMENT)
  })
  const targets = arrays.map(({ buffer, byteLength }) => new Uint8Array(buffer, 0, byteLength))
  return { targets, value: toValue(plan, arrays) }
}

/** An array with its name. */
type NamedArray = readonly [name: string, array: ElementArray | undefined]

/** Returns members with their arrays; those of columns stand in the columns. */
function withArrays(members: JsonObject, arrays: readonly NamedArray[]): object {
  const { columns } = members
  const own = Object.fromEntries(arrays)
  if (columns === undefined || !isJsonArray(columns)) return { ...members, ...own }
  const filled = columns.map((column, i) => {
    const values = own[`columns/${i}`]
    return values && isJsonObject(column) ? { ...column, values } : column
  })
  const others = arrays.filter(([name]) => !name.startsWith('columns/'))
  return { ...members, ...Object.fromEntries(others), columns: filled }
}

function toValue({ members, blocks }: ResultPlan, own: readonly ElementArray[]): object {
  const arrays = blocks.map(({ name }, i): NamedArray => [name, own[i]])
  const { parts } = members
  if (members.type !== 'scene' || parts === undefined || !isJsonObject(parts))
    return withArrays(members, arrays)
  const named = Object.entries(parts).map(([name, part]) => {
    const start = `${name}/`
    const own = arrays.flatMap(([path, array]) =>
      path.startsWith(start) ? [[path.slice(start.length), array] as const] : [],
    )
    return [name, isJsonObject(part) ? withArrays(part, own) : part] as const
  })
  return { ...members, parts: Object.fromEntries(named) }
}

/** Returns shared memory for an announced result, or a refusal, checked before any allocation. */
export function toIncoming(head: JsonObject, limit: number): Incoming | string {
  const plan = planResult(head, limit)
  if (typeof plan === 'string') return plan
  const memory = allocateShared(plan.byteLength)
  const targets = plan.blocks.map(({ offset, bytes }) => new Uint8Array(memory, offset, bytes))
  return { memory, targets, value: toPlannedValue(plan, memory) }
}

/** Describes an oversized result and the remedy. */
export function describeOversize(bytes: number, limit: number): string {
  return (
    `The result has ${bytes} bytes; at most ${limit} are allowed. ` +
    'Return fewer elements, or have the host started with a larger --result-bytes.'
  )
}

function parseBlock(block: Json): { name: string; dtype: Dtype; bytes: number } | undefined {
  if (!isJsonObject(block)) return undefined
  const { name, bytes } = block
  const dtype = dtypes.find((known) => known === block.dtype)
  // That of a part of a scene stands behind the part's name.
  if (typeof name !== 'string') return undefined
  if (!arrayNames.has(name) && !arrayNames.has(name.replace(/^[^/]{1,64}\//, ''))) return undefined
  if (dtype === undefined) return undefined
  if (!isCount(bytes)) return undefined
  return bytes % elementArrays[dtype].BYTES_PER_ELEMENT === 0 ? { name, dtype, bytes } : undefined
}
