import { expect, it } from 'vitest'
import { writeFacts, writeNumber, writeValues } from '../../../core/service/mcp/answers/write-facts.ts'

it.each([
  [Math.fround(0.1), '0.1'],
  [Math.fround(1 / 3), '0.33333334'],
  [0.043667788104, '0.04366779'],
  [-12.000000001, '-12'],
  [16_777_217, '16777217'],
  [1.5e-300, '1.5e-300'],
  [1.7976931348623157e308, '1.7976931348623157e+308'],
  [0, '0'],
])('writes %d of a result of 32 bits as %s', (value, text) => {
  expect(writeNumber(value, false)).toBe(text)
})

it('gives back the same number in 32 bits, whatever it is, and in 64 bits where the result has these', () => {
  const bits = new Uint32Array(1)
  const [single] = [new Float32Array(bits.buffer)]
  for (let i = 0; i < 2000; i++) {
    bits[0] = Math.imul(i, 2_654_435_761) >>> 0
    const [value = 0] = single
    if (!Number.isFinite(value)) continue
    expect(Math.fround(Number(writeNumber(value, false)))).toBe(value)
    expect(Number(writeNumber(value / 3, true))).toBe(value / 3)
  }
})

it('writes numbers by the precision of the samples, in lists too', () => {
  const facts = { mean: 0.1 + 0.2, range: [1 / 3, 2] }
  expect(writeFacts({ dtype: 'int16', ...facts })).toBe('dtype "int16", mean 0.3, range [0.33333333,2]')
  expect(writeFacts({ dtype: 'float64', ...facts })).toBe(
    'dtype "float64", mean 0.30000000000000004, range [0.3333333333333333,2]',
  )
})

it('cuts between two facts, and says how many are left out', () => {
  const facts = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`fact${i}`, i + 0.5]))
  for (const text of [writeFacts(facts), writeValues(facts)]) {
    const parts = text.split(', ')
    expect(text.length).toBeLessThanOrEqual(620)
    for (const [i, part] of parts.slice(0, -1).entries()) expect(part).toBe(`fact${i} ${i + 0.5}`)
    expect(parts.at(-1)).toBe(`and ${200 - parts.length + 1} more`)
  }
  expect(writeFacts({})).toBe('none')
  expect(writeFacts({ text: 'x'.repeat(2000) })).toBe('1 left out')
})
