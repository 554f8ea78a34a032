/** The processor time that texts from outside take grows with their length, and not with its square. */
import { ts } from 'ts-morph'
import { expect, it } from 'vitest'
import { valueTags } from '../../../build/model/value-tags.ts'
import { readComment } from '../../../build/read/read-comment.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'

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

const decode = (text: string, name: string): Promise<unknown> =>
  decodeFile(new TextEncoder().encode(text), name).catch(() => undefined)

/** Reads the comment of each function and member of a source. */
async function readComments(text: string): Promise<void> {
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) || ts.isTypeElement(node)) readComment(node)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2023, true))
}
const comment = (text: string): Promise<void> =>
  readComments(`/** ${text} */\nexport function f(a: number) {}`)

/** A TIFF of one grey pixel with a description. */
function toTiff(description: string): Uint8Array {
  const text = new TextEncoder().encode(`${description}\0`)
  const tags = [
    [256, 3, 1, 1],
    [257, 3, 1, 1],
    [258, 3, 1, 8],
    [259, 3, 1, 1],
    [262, 3, 1, 1],
    [270, 2, text.length, 8],
    [273, 4, 1, 8 + text.length + (text.length % 2)],
    [278, 3, 1, 1],
    [279, 4, 1, 1],
  ] as const
  const at = 8 + text.length + (text.length % 2) + 2
  const bytes = new Uint8Array(at + 2 + 12 * tags.length + 4)
  const view = new DataView(bytes.buffer)
  bytes.set(text, 8)
  view.setUint32(0, 0x49492a00)
  view.setUint32(4, at, true)
  view.setUint16(at, tags.length, true)
  for (const [i, [tagNumber, type, count, value]] of tags.entries()) {
    const entry = at + 2 + 12 * i
    view.setUint16(entry, tagNumber, true)
    view.setUint16(entry + 2, type, true)
    view.setUint32(entry + 4, count, true)
    view.setUint32(entry + 8, value, true)
  }
  return bytes
}
const ome = (text: string): Promise<unknown> =>
  decodeFile(toTiff(`<?xml version="1.0"?><OME><Image><Pixels ${text}`), 'x.ome.tif').catch(() => undefined)

/** Reads a text of a length, which is refused or not. */
const readers: { readonly [name: string]: (length: number) => Promise<unknown> } = {
  'brackets of a NRRD that do not close': (length) => nrrd(`space directions: ${'('.repeat(length)}`),
  'words of an OME description that name nothing': (length) => ome('a'.repeat(length)),
  'quotes of an OME description that do not close': (length) => ome('a="'.repeat(length / 3)),
  'elements of an OME description that do not close': (length) => ome('<Plane '.repeat(length / 7)),
  'lines of an OBJ that are continued': (length) =>
    decode(`v 0 0 0\nf ${'1 \\\n'.repeat(length / 4)}`, 'x.obj'),
  'digits of a tag before a letter': (length) => tag('minimum', `${'1'.repeat(length)}x`),
  'links of a comment that do not close': (length) => comment('{@link '.repeat(length / 7)),
  'links of a comment that close once': (length) => comment(`${'{@link '.repeat(length / 7)}}`),
  'blanks in a link of a comment': (length) => comment(`{@link ${' '.repeat(length)}}`),
  'blanks behind a link of a comment': (length) =>
    comment(`{@link a${' '.repeat(length)}|${' '.repeat(length)}`),
  'blanks inside a comment': (length) => comment(`a${' '.repeat(length)}b`),
  'lines of a comment': (length) => comment('a\n'.repeat(length / 2)),
  'tags of a comment': (length) => comment(`@param a b\n${' * @example 1\n'.repeat(length / 14)}`),
  'comments of members': (length) =>
    readComments(`export function f(a: {\n${'/** c */\nm: number\n'.repeat(length / 19)}}) {}`),
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
