import { refuse } from './refusal.ts'

/** Bytes that a decoding may hold beside twice its limit: a small limit still reads a small file. */
const freeBytes = 2 ** 24

/**
 * The memory of one decoding: `take` counts what is about to be allocated, `give` what is held no longer.
 * What is announced is so refused before it costs anything, and many small parts as one large one. All that
 * is held at once may be twice the limit of a result, which is then one of its halves.
 */
export interface ByteBudget {
  /** Counts an allocation before it is made. `what` begins a sentence. @throws `file.undecodable` */
  readonly take: (what: string, byteLength: number) => void
  /** Called when as many bytes are held no longer. */
  readonly give: (byteLength: number) => void
  /** Returns the bytes that are held. */
  readonly readHeld: () => number
}

/** Returns the budget of one decoding; `limitName` is the option that sets the limit, for refusals. */
export function createByteBudget(byteLimit: number, limitName?: string): ByteBudget {
  const most = 2 * byteLimit + freeBytes
  let held = 0
  return {
    take: (what, byteLength) => {
      if (!(held + byteLength <= most))
        throw refuse(describeExcess(what, { byteLength, held, most, limitName }))
      held += byteLength
    },
    give: (byteLength) => {
      held -= byteLength
    },
    readHeld: () => held,
  }
}

interface Excess {
  readonly byteLength: number
  readonly held: number
  readonly most: number
  readonly limitName: string | undefined
}

function describeExcess(what: string, { byteLength, held, most, limitName }: Excess): string {
  const more = held > 0 ? ` more than the ${showBytes(held)} that are in use` : ''
  const allowed = `decoding may take ${showBytes(most)}${limitName ? ` by ${limitName}` : ''}`
  return `${what} needs ${showBytes(byteLength)}${more}, and ${allowed}; use a smaller one.`
}

/** Returns a size for a sentence: `880 bytes`, `1.8 GB`. */
export function showBytes(byteLength: number): string {
  const unit = units.find(({ bytes }) => byteLength >= bytes)
  if (!unit) return `${byteLength} bytes`
  const count = byteLength / unit.bytes
  return `${count < 10 ? Math.ceil(count * 10) / 10 : Math.ceil(count)} ${unit.name}`
}

const units = [
  { name: 'TB', bytes: 1e12 },
  { name: 'GB', bytes: 1e9 },
  { name: 'MB', bytes: 1e6 },
  { name: 'kB', bytes: 1e3 },
]
