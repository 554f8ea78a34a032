/** Damaged files are refused in words of the file, whatever a decoder or a library throws. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { toDamage } from '../../../core/data/formats/refusal.ts'

const ends = 'The file is damaged: it ends before what it announces, or a length in it is wrong.'
const parts = 'The file is damaged: its parts do not fit together.'

it.each([
  [{ exception: 'dicomParser.readFixedString: attempt to read past end of buffer', dataSet: {} }, ends],
  ['littleEndianByteArrayParser.readUint16: attempt to read past end of buffer', ends],
  [new RangeError('Offset is outside the bounds of the DataView'), ends],
  [new RangeError('Invalid typed array length: -1'), ends],
  [
    new RangeError('Maximum call stack size exceeded'),
    'The file is damaged: its parts are nested too deeply.',
  ],
  [
    new RangeError('Array buffer allocation failed'),
    'It needs more memory than there is for decoding; use a smaller one.',
  ],
  [new TypeError("Cannot read properties of undefined (reading 'length')"), parts],
  [new SyntaxError('Unexpected token < in JSON'), parts],
  [{ dataSet: {} }, parts],
  [new Error('wrong PNG signature'), 'The file is damaged: wrong PNG signature.'],
])('says of %j what is wrong with the file', (thrown, sentence) => {
  expect(toDamage(thrown).message).toBe(sentence)
})

const files = 'test/data/formats/files'
const names = readdirSync(files).filter((name) => !/[.](json|py|md|mjs)$/.test(name) && /[.]\w+$/.test(name))
/** Words that only programs say. */
const internal =
  /\[object|of undefined|properties of|is not (a function|iterable|defined)|DataView|typed array|dicomParser|Parser[.]/

it('says nothing of JavaScript of any file of the tests that is cut or changed', async () => {
  const sentences = new Set<string>()
  for (const name of names) {
    const whole = readFileSync(join(files, name))
    if (whole.length > 200_000) continue
    for (let i = 1; i <= 12; i++) {
      const cut = whole.subarray(0, Math.floor((whole.length * i) / 13))
      const changed = Uint8Array.from(whole)
      for (let k = i; k < changed.length && k < 2000; k += 37) changed[k] = 0xff - (changed[k] ?? 0)
      for (const bytes of [Uint8Array.from(cut), changed])
        await decodeFile(bytes, name, { byteLimit: 2 ** 26 }).catch((error: Error) =>
          sentences.add(error.message),
        )
    }
  }
  expect(sentences.size).toBeGreaterThan(20)
  expect([...sentences].filter((text) => internal.test(text))).toEqual([])
})
