import { SpecimenError } from '../../../contract/domain/errors.ts'
import { holdsNumbers, type TextColumn } from '../../../contract/domain/result/columns.ts'
import type { TableResult } from '../../../contract/domain/result/result.ts'
import { toNpyHead } from '../encode-head.ts'
import { type PackedFile, zipStored } from '../zip-stored.ts'
import { listColumns } from './place-columns.ts'

/** Most bytes of a column of texts, of which each takes as many as the longest. */
const mostTextBytes = 2 ** 26
/** Bytes of a character in an array of NumPy. */
const characterBytes = 4

/**
 * Returns a table as the archive that `numpy.load` reads: an NPY for each column by its name, and
 * `columns.json` with the names, units and files in their order. Names of files are those of columns without
 * what no file may be called.
 * @throws `form.unavailable` for texts that would take too many bytes
 */
export async function encodeNpz(table: TableResult): Promise<readonly Uint8Array[]> {
  const taken = new Set(['columns.json'])
  const columns = listColumns(table)
  const files = columns.map((column): PackedFile => {
    const name = takeFileName(column.name, taken)
    return { name, parts: holdsNumbers(column) ? toNumbers(column.values) : toTexts(column) }
  })
  const listed = columns.map(({ name, unit }, i) => ({
    name,
    ...(unit !== undefined && { unit }),
    file: files[i]?.name ?? '',
  }))
  const index = new TextEncoder().encode(JSON.stringify(listed, null, 2))
  return zipStored([...files, { name: 'columns.json', parts: [index] }], 1)
}

function takeFileName(name: string, taken: Set<string>): string {
  const plain = name.replace(/[/\\:*?"<>|]/g, '_').replace(/^\.+/, '_')
  let found = `${plain}.npy`
  for (let i = 2; taken.has(found.toLowerCase()); i++) found = `${plain}-${i}.npy`
  taken.add(found.toLowerCase())
  return found
}

function toNumbers({ buffer, byteOffset, byteLength, length }: Float64Array): readonly Uint8Array[] {
  return [toNpyHead('<f8', [length]), new Uint8Array(buffer, byteOffset, byteLength)]
}

/** Returns texts as `<U`: characters of four bytes, filled up by zeros. */
function toTexts({ name, values }: TextColumn): readonly Uint8Array[] {
  const characters = values.map((text) => Array.from(text, (one) => one.codePointAt(0) ?? 0))
  const longest = characters.reduce((most, { length }) => Math.max(most, length), 1)
  const bytes = longest * characterBytes * values.length
  if (bytes > mostTextBytes)
    throw new SpecimenError(
      'form.unavailable',
      `NPZ would take ${bytes} bytes for the texts of ${JSON.stringify(name)}, each as long as the ` +
        'longest; ask for arrow or csv.',
    )
  const codes = new Uint32Array(longest * values.length)
  for (const [row, text] of characters.entries()) codes.set(text, row * longest)
  return [toNpyHead(`<U${longest}`, [values.length]), new Uint8Array(codes.buffer)]
}
