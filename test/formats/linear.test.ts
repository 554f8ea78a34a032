/** The processor time that texts from outside take grows with their length, and not with its square. */
import { expect, it } from 'vitest'
import { valueTags } from '../../build/model/value-tags.ts'
import { decodeFile } from '../../core/formats/decode-file.ts'

/** Lengths: a square takes 64 times as long for the second. */
const [short, long] = [20_000, 160_000]
const most = 30
/** Microseconds below which times say nothing. */
const least = 30_000

const nrrd = (field: string): Promise<unknown> => {
  const head = `NRRD0004\ntype: uint8\ndimension: 3\nsizes: 1 1 1\nencoding: raw\n${field}\n\n`
  return decodeFile(new TextEncoder().encode(`${head}x`), 'x.nrrd').catch(() => undefined)
}
const tag = async (name: string, text: string): Promise<unknown> => valueTags.get(name)?.read(text, false)

/** Reads a text of a length, which is refused or not. */
const readers: { readonly [name: string]: (length: number) => Promise<unknown> } = {
  'brackets of a NRRD that do not close': (length) => nrrd(`space directions: ${'('.repeat(length)}`),
  'digits of a tag before a letter': (length) => tag('minimum', `${'1'.repeat(length)}x`),
  'classes of a pattern that do not close': (length) => tag('pattern', '['.repeat(length)),
}

async function measure(read: (length: number) => Promise<unknown>, length: number): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 3; i++) {
    const before = process.cpuUsage()
    await read(length)
    const { user, system } = process.cpuUsage(before)
    times.push(user + system)
  }
  return Math.max(least, Math.min(...times))
}

it.each(Object.keys(readers))('is so for %s', async (name) => {
  const read = readers[name] ?? (() => Promise.reject(new Error(name)))
  const first = await measure(read, short)
  expect(await measure(read, long)).toBeLessThan(most * first)
})
