/** A choice as a request. */
import { describe, expect, it } from 'vitest'
import { toCall } from '../../../core/viewer/drive/call.ts'
import { plainSchema, schema } from './played.ts'

const target = { specimenId: 'gyroid', schema, roomId: 'lab', viewerId: 'v1' }

describe('a call', () => {
  it('has complete parameters', () => {
    const { request, isPreview } = toCall({ params: { size: 3 }, dragged: null }, target)
    expect(request).toEqual({
      specimenId: 'gyroid',
      isDynamic: true,
      params: { size: 3, detail: 64 },
      roomId: 'lab',
    })
    expect(isPreview).toBe(false)
  })

  it('has the values for dragging, in a room of its own, while another parameter is dragged', () => {
    const { request, isPreview } = toCall({ params: { size: 3 }, dragged: 'size' }, target)
    expect(request.params).toEqual({ size: 3, detail: 8 })
    expect(request.roomId).toBe('lab~preview-v1')
    expect(isPreview).toBe(true)
  })

  it.each([
    [
      'the parameter with that value is dragged itself',
      schema,
      { params: { detail: 32 }, dragged: 'detail' },
    ],
    ['no parameter has such a value', plainSchema, { params: { size: 3 }, dragged: 'size' }],
  ])('is for good when %s', (_, given, choice) => {
    const { request, isPreview, isDrag } = toCall(choice, { ...target, schema: given })
    expect({ roomId: request.roomId, isPreview, isDrag }).toEqual({
      roomId: 'lab',
      isPreview: false,
      isDrag: true,
    })
  })

  it('leaves out what the function does not know any more, where that would be refused', () => {
    const choice = { params: { size: 3, gone: 1 }, dragged: null }
    expect(toCall(choice, target).request.params).toEqual({ size: 3, detail: 64 })
    expect(toCall(choice, { ...target, schema: plainSchema }).request.params).toEqual({ size: 3, gone: 1 })
  })

  it('of a static specimen has no parameters', () => {
    const { request } = toCall({ params: { size: 3 }, dragged: null }, { ...target, schema: null })
    expect(request).toEqual({ specimenId: 'gyroid', isDynamic: false, params: {}, roomId: 'lab' })
  })
})
