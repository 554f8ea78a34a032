import { describe, expect, it } from 'vitest'
import type { ParameterSchema } from '../../../core/contract/domain/schema.ts'
import { toPreview } from '../../../core/viewer/panel/preview.ts'

const schema: ParameterSchema = {
  type: 'object',
  properties: {
    radius: { type: 'number', default: 1 },
    resolution: { type: 'integer', default: 64, preview: 24 },
    tolerance: { type: 'number', default: 0.01, preview: 0.1 },
    smooth: { type: 'boolean', preview: false },
  },
}

describe('the values for dragging', () => {
  it('are those of every parameter that has one, and not of the one that is dragged', () => {
    expect(toPreview(schema, { radius: 3, resolution: 128 }, 'radius')).toEqual({
      radius: 3,
      resolution: 24,
      tolerance: 0.1,
      smooth: false,
    })
    expect(toPreview(schema, { resolution: 128, smooth: true }, 'resolution')).toEqual({
      resolution: 128,
      tolerance: 0.1,
      smooth: false,
    })
  })

  it('are never finer than what was chosen', () => {
    const coarse = { resolution: 16, tolerance: 0.5, smooth: false }
    expect(toPreview(schema, coarse, 'radius')).toBe(coarse)
  })

  it('change nothing where a function has none', () => {
    const plain: ParameterSchema = { type: 'object', properties: { radius: { type: 'number', default: 1 } } }
    const params = { radius: 2 }
    expect(toPreview(plain, params, 'radius')).toBe(params)
  })
})
