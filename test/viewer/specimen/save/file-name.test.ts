/** The names of saved files. */
import { describe, expect, it } from 'vitest'
import type { ParameterSchema } from '../../../../core/contract/domain/schema.ts'
import { toFileStem } from '../../../../core/viewer/specimen/save/file-name.ts'

const schema: ParameterSchema = {
  type: 'object',
  properties: { cells: { type: 'integer', default: 2 }, kind: { type: 'string' }, size: { type: 'array' } },
  additionalProperties: false,
}

describe('the name of a saved file', () => {
  it('has the parameters that are not at their default', () => {
    expect(toFileStem('gyroid', schema, {})).toBe('gyroid')
    expect(toFileStem('gyroid', schema, { cells: 2, gone: 1 })).toBe('gyroid')
    expect(toFileStem('lab:gyroid', schema, { cells: 4, size: [1, 2], kind: 'P' })).toBe(
      'gyroid cells=4 size=[1,2] kind=P',
    )
    expect(toFileStem('brain-mri', null, { cells: 4 })).toBe('brain-mri')
  })

  it('has characters alone that every system takes, and few of them', () => {
    expect(toFileStem('a', schema, { kind: '../b\\c:"d"\u202e<\n>.' })).toBe('a kind=.._b_c_d_')
    const long = toFileStem('a', schema, { kind: '長'.repeat(500) })
    expect([long.length, long.startsWith('a kind=長'), long.endsWith('…')]).toEqual([80, true, true])
    expect(Buffer.byteLength(`${long}.envelope`)).toBeLessThan(256)
  })
})
