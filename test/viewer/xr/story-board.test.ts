import { Object3D, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { boardHeight, boardWidth, pixelsPerMetre } from '../../../core/viewer/xr/board-layout.ts'
import type { BoardCell, StoryWords } from '../../../core/viewer/xr/board-words.ts'
import { layOutStory, placeBeside, storyHeight, storyWidth } from '../../../core/viewer/xr/story-board.ts'

const toCell = (label: string): BoardCell => ({ label, isOn: false, isOff: false, press: () => {} })
const words: StoryWords = {
  place: '2 of 4',
  text: 'Once.',
  back: toCell('Back'),
  show: toCell('closer'),
  next: toCell('Next'),
}

describe('the board of a story', () => {
  it.each<[string, Partial<StoryWords>, readonly string[]]>([
    ['of pages that pin something', {}, ['back', 'show', 'next']],
    ['of pages that pin nothing', { show: null }, ['back', 'next']],
    ['of one page', { back: null, next: null }, ['show']],
    ['of words alone', { back: null, next: null, show: null }, []],
  ])(
    '%s has its buttons in order, at least 2.5 cm wide and high, inside and below the text',
    (_, parts, keys) => {
      const { targets, page } = layOutStory({ ...words, ...parts })
      expect(targets.map(({ key }) => key)).toEqual(keys)
      let end = 0
      for (const { box } of targets) {
        const [left, top, width, height] = box
        expect(Math.min(width, height) / pixelsPerMetre).toBeGreaterThan(0.025)
        expect(left).toBeGreaterThan(end)
        expect(top).toBeGreaterThan(page[1] + page[3])
        expect(top + height).toBeLessThan(storyHeight)
        end = left + width
      }
      expect(end).toBeLessThan(storyWidth)
    },
  )

  it('stands at the left of the other one, apart from it and turned towards the eyes', () => {
    const [board, story] = [new Object3D(), new Object3D()]
    const eyes = new Vector3(0, 1.6, 0)
    board.position.set(0.3, 1.1, -0.6)
    board.lookAt(eyes)
    placeBeside(story, board)
    board.updateMatrixWorld()
    story.updateMatrixWorld()
    const half = storyWidth / pixelsPerMetre / 2
    const toBoard = (x: number): Vector3 => board.worldToLocal(story.localToWorld(new Vector3(x, 0, 0)))
    const [edge, far] = [toBoard(half), toBoard(-half)]
    expect(edge.x).toBeCloseTo(-boardWidth / pixelsPerMetre / 2 - 0.02, 6)
    expect(edge.z).toBeCloseTo(0, 6)
    expect(far.x).toBeLessThan(edge.x)
    expect(far.z).toBeGreaterThan(0.05)
    expect(storyHeight).toBe(boardHeight)
  })
})
