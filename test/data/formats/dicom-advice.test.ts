/** The advice of refusals, followed with the programs of Debian that it names. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { bytes, grey12, greys } from './dicom/pictures.ts'
import { readRefusal } from './files.ts'

const run = promisify(execFile)
const folder = new URL('./dicom/', import.meta.url)

/** Returns whether a program is on this machine; its packages need too many libraries to be unpacked for a test. */
async function isInstalled(program: string): Promise<boolean> {
  return await run(program, ['--version']).then(
    () => true,
    () => false,
  )
}

const has = { dcmdjpeg: await isInstalled('dcmdjpeg'), gdcmconv: await isInstalled('gdcmconv') }

it.each([
  ['grey12-extended.dcm', 'dcmdjpeg in.dcm out.dcm', grey12, 90],
  ['grey12-j2k.dcm', 'gdcmconv --raw in.dcm out.dcm', grey12, 0],
  ['rainbow-j2k.dcm', 'gdcmconv --raw in.dcm out.dcm', undefined, 0],
  ['grey12-jpegls.dcm', 'gdcmconv --raw in.dcm out.dcm', grey12, 0],
  ['bytes-jpegls.dcm', 'gdcmconv --raw in.dcm out.dcm', bytes, 0],
] as const)('the advice for %s works: %s', async (name, advice, values, tolerance) => {
  const source = new URL(name, folder)
  expect(await readRefusal(new Uint8Array(readFileSync(source)), name)).toContain(advice)
  const [program, ...words] = advice.split(' ')
  if (program !== 'dcmdjpeg' && program !== 'gdcmconv') throw new Error(`${program} is unknown here.`)
  if (!has[program]) return console.warn(`${program} is not installed, so its advice was not followed.`)
  const target = join(await mkdtemp(join(tmpdir(), 'advice-')), 'out.dcm')
  const places: { readonly [word: string]: string } = { 'in.dcm': source.pathname, 'out.dcm': target }
  await run(
    program,
    words.map((word) => places[word] ?? word),
  )
  const found = greys(await decodeFile(new Uint8Array(readFileSync(target)), 'out.dcm'))
  if (!values) return expect(found).toHaveLength(576)
  expect(found).toHaveLength(values.length)
  expect(Math.max(...found.map((value, i) => Math.abs(value - (values[i] ?? 0))))).toBeLessThanOrEqual(
    tolerance,
  )
})
