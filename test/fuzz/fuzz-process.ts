/**
 * `fuzz-process FOLDER SEED RUNS LIMIT`: decodes changed copies of the files of a folder and prints what came of it
 * as JSON, with the growth of the memory of this process from its first decoding on. RUNS is `each` for the files
 * as they are, one after the other; these are read when their turn comes.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SpecimenError } from '../../core/contract/domain/errors.ts'
import { decodeFile } from '../../core/data/formats/decode-file.ts'
import { readWasm } from '../data/formats/read-wasm.ts'

const [folder = '', seed = '1', runs = '1', limit = '0'] = process.argv.slice(2)
const isEach = runs === 'each'
const files = readdirSync(folder)
  .sort()
  .map((name) => {
    const read = (): Uint8Array => new Uint8Array(readFileSync(join(folder, name)))
    return { name: name.replace(/^\d+-/, ''), read: isEach ? read : keep(read()) }
  })

function keep(bytes: Uint8Array): () => Uint8Array {
  return () => bytes
}

/** Numbers that sizes, counts and offsets overflow with, and digits for formats of text. */
const edges = [
  [0xff],
  [0x7f],
  [0],
  [0xff, 0xff, 0xff, 0xff],
  [0, 0, 0, 0x80],
  [0xff, 0xff, 0xff, 0x7f],
  [57, 57, 57],
  [0x2d],
]

let state = Number(seed) >>> 0
/** Returns a whole number below `end` (mulberry32). */
function pick(end: number): number {
  state = (state + 0x6d2b79f5) >>> 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, end)
}

/** Returns a copy with one to six changes, most of them near the beginning, where sizes stand. */
function change(bytes: Uint8Array): Uint8Array {
  let changed = bytes.slice()
  for (let left = 1 + pick(6); left > 0; left--) {
    const at = pick(pick(2) === 0 ? Math.min(changed.length, 400) : changed.length)
    const kind = pick(8)
    if (kind === 0) changed = changed.slice(0, at)
    else if (kind === 1) changed[at] = (changed[at] ?? 0) ^ (1 << pick(8))
    else if (kind === 2) {
      const part = changed.slice(at, at + pick(200))
      changed = new Uint8Array([...changed.subarray(0, at), ...part, ...changed.subarray(at)])
    } else changed.set((edges[pick(edges.length)] ?? []).slice(0, Math.max(0, changed.length - at)), at)
  }
  return changed
}

const faults: string[] = []
let results = 0
let tried = 0
const peak = (): number => process.resourceUsage().maxRSS * 1024
let before = 0
for (; tried < (isEach ? files.length : Number(runs)); tried++) {
  const file = files[isEach ? tried : pick(files.length)]
  if (!file) break
  const bytes = isEach || tried === 0 ? file.read() : change(file.read())
  try {
    await decodeFile(bytes, file.name, { byteLimit: Number(limit), readWasm })
    results++
  } catch (error) {
    const isRefusal =
      error instanceof SpecimenError && ['file.undecodable', 'format.unknown'].includes(error.code)
    // A sentence of the language and not of the program means that nobody checked what it speaks of.
    const isOfNobody =
      isRefusal && /undefined|\[object|is not a function|Cannot (read|set)|be NaN/.test(error.message)
    if (!isRefusal || isOfNobody) faults.push(`${file.name}, run ${tried}: ${String(error).slice(0, 300)}`)
    if (faults.length >= 5) break
  }
  if (tried === 0) before = peak()
}
process.stdout.write(JSON.stringify({ tried, results, faults, grownBytes: peak() - before }))
