import { describe, expect, it } from 'vitest'
import {
  boardHeight,
  boardWidth,
  findTarget,
  layOut,
  pixelsPerMetre,
  toPart,
} from '../../../core/viewer/xr/board-layout.ts'
import type { BoardCell, BoardFace, BoardRow } from '../../../core/viewer/xr/board-words.ts'

const toCell = (label: string, isOff = false): BoardCell => ({ label, isOn: false, isOff, press: () => {} })
const track = { part: 0.5, drag: () => {}, settle: () => {} }
const words = { label: 'Radius', value: '2', problem: '', hint: '', track: null, cells: [] }

function toFace(rows: readonly Partial<BoardRow>[]): BoardFace {
  const status = { text: 'Computing …', isFailure: false, fraction: 0.4, button: toCell('Cancel') }
  const filled = rows.map((row, i) => ({ ...words, key: `${i}`, ...row }))
  const buttons = ['1 : 1', 'Fit', 'Undo', 'Leave'].map((label) => toCell(label))
  return {
    words: { title: 'A gyroid', colors: null, rows: filled, status },
    size: '20 : 1',
    tools: [toCell('Note')],
    buttons,
  }
}

const many = toFace(
  Array.from({ length: 20 }, (_, i) =>
    i % 2
      ? { track, cells: [toCell('−'), toCell('+')] }
      : { cells: ['a', 'b', 'c'].map((label) => toCell(label)) },
  ),
)
const layOutPage = (face: BoardFace, page = 0) => layOut(face, page, () => {})

describe('the targets of a board', () => {
  it('are at least 2.5 cm wide and high, inside of it, and apart', () => {
    const { targets } = layOutPage(many, 1)
    for (const { box } of targets) {
      const [left, top, width, height] = box
      expect(Math.min(width, height) / pixelsPerMetre).toBeGreaterThan(0.025)
      expect(Math.min(left, top, boardWidth - left - width, boardHeight - top - height)).toBeGreaterThan(0)
      for (const { box: other } of targets) {
        const isApart =
          other[0] >= left + width ||
          left >= other[0] + other[2] ||
          other[1] >= top + height ||
          top >= other[1] + other[3]
        expect(other === box || isApart).toBe(true)
      }
    }
  })

  it('are below a colour bar, one row fewer, and each where it can be pressed', () => {
    const colors = { title: 'depth, km', colors: new Uint8Array(8), marks: [] }
    const colored = { ...many, words: { ...many.words, colors } }
    const { targets, rows, bar, pageCount } = layOutPage(colored)
    expect([rows.length, pageCount]).toEqual([5, 4])
    expect([layOutPage(many).rows.length, layOutPage(many).pageCount]).toEqual([6, 4])
    for (const { box } of targets) expect(box[1]).toBeGreaterThanOrEqual(bar[1] + bar[3])
    const status = layOutPage(colored).status[1]
    for (const { words: box } of rows) expect(box[1] + box[3]).toBeLessThanOrEqual(status)
  })

  it('are found where they are, and those that are off are not', () => {
    const layout = layOutPage(toFace([{ cells: [toCell('a'), toCell('b', true)] }]))
    const middles = layout.targets
      .filter(({ key }) => key.startsWith('0 '))
      .map(({ box: [left, top, width, height] }) => [left + width / 2, top + height / 2] as const)
    expect(middles.map(([x, y]) => findTarget(layout, x, y)?.key)).toEqual(['0 0', undefined])
    expect(findTarget(layout, 1, 1)).toBeNull()
  })
})

describe('rows', () => {
  it('that are more than fit come in pages, of which the last is shown where there are fewer', () => {
    const pages = [0, 1, 3, 9].map((page) => layOutPage(many, page))
    expect(pages.map(({ page, pageCount }) => [page, pageCount])).toEqual([
      [0, 4],
      [1, 4],
      [3, 4],
      [3, 4],
    ])
    expect(pages.map(({ rows }) => rows[0]?.row.key)).toEqual(['0', '6', '18', '18'])
  })

  it('have a pager that turns them, off at both ends; few rows have none', () => {
    const turned: number[] = []
    const find = (page: number, key: string) => {
      const thing = layOut(many, page, (by) => turned.push(by)).targets.find(
        (each) => each.key === key,
      )?.thing
      return thing && 'cell' in thing ? thing.cell : null
    }
    expect([find(0, 'up')?.isOff, find(0, 'down')?.isOff, find(3, 'down')?.isOff]).toEqual([
      true,
      false,
      true,
    ])
    find(1, 'up')?.press()
    find(1, 'down')?.press()
    expect(turned).toEqual([-1, 1])
    expect(layOutPage(toFace([{}])).targets.some(({ key }) => key === 'up')).toBe(false)
  })

  it('of buttons alone have them over the whole width', () => {
    const { targets } = layOutPage(
      toFace([{ label: '', value: '', cells: [toCell('Small'), toCell('Large')] }]),
    )
    const [first, second] = targets
    expect((second?.box[0] ?? 0) - (first?.box[0] ?? 0)).toBeGreaterThan(boardWidth * 0.4)
  })
})

it('a track has its ends a little inside, so that a hand reaches both', () => {
  const box = [100, 0, 300, 80] as const
  expect([100, 124, 250, 376, 500].map((x) => toPart(box, x))).toEqual([0, 0, 0.5, 1, 1])
})
