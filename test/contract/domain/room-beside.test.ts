import { expect, it } from 'vitest'
import { isRoomId, toRoomBeside } from '../../../core/contract/domain/invocation.ts'

it('a room beside another is one that hosts take, however long the name of the other is', () => {
  expect(toRoomBeside('lab', 'view-2')).toBe('lab~view-2')
  const room = toRoomBeside('𝕏'.repeat(128), 'preview-v1')
  expect([...room]).toHaveLength(128)
  expect(room.endsWith('𝕏~preview-v1')).toBe(true)
  expect(isRoomId(room)).toBe(true)
})
