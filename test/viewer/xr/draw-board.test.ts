/** The words of a board and their sizes, by a canvas that writes down what it is told. */
import { describe, expect, it } from 'vitest'
import { layOut } from '../../../core/viewer/xr/board-layout.ts'
import type { BoardColors } from '../../../core/viewer/xr/board-words.ts'
import { drawBoard } from '../../../core/viewer/xr/draw-board.ts'
import type { BoardContext } from '../../../core/viewer/xr/draw-text.ts'

interface Written {
  readonly said: string
  readonly pixels: number
  readonly x: number
  readonly y: number
}

/** Returns what a board with a colour bar and one row writes. */
function listWritten(colors: BoardColors) {
  const row = { key: 'r', label: 'Radius', value: '', problem: '', hint: '', track: null, cells: [] }
  const words = { title: 'A gyroid', colors, rows: [row], status: null }
  const layout = layOut({ words, size: '', tools: [], buttons: [] }, 0, () => {})
  const written: Written[] = []
  const toPixels = (font: string): number => Number(/(\d+)px/.exec(font)?.[1])
  const own = {
    font: '',
    measureText: (said: string) => ({ width: (said.length * toPixels(own.font)) / 2 }),
    fillText: (said: string, x: number, y: number) =>
      written.push({ said, pixels: toPixels(own.font), x, y }),
  }
  const canvas: unknown = new Proxy(own, {
    get: (target, name) => (name in target ? Reflect.get(target, name) : () => {}),
  })
  // A canvas of a browser; what else is drawn on it is not looked at.
  drawBoard(canvas as BoardContext, layout, { pointed: new Set(), held: new Set() })
  return { written, bar: layout.bar }
}

const marks = [
  { text: '−12.5', percent: 0 },
  { text: '700', percent: 100 },
]

describe('the colour bar of a board', () => {
  it.each(['depth, km', ''])(
    'has words as large as those of the rows, within its box (title %j)',
    (title) => {
      const { written, bar } = listWritten({ title, colors: new Uint8Array(16), marks })
      const find = (said: string): Written | undefined => written.find((line) => line.said === said)
      const name = find('Radius')
      for (const said of [...(title ? [title] : []), '−12.5', '700']) {
        const line = find(said)
        expect(line?.pixels).toBe(name?.pixels)
        expect(line?.y).toBeGreaterThanOrEqual(bar[1] + 0.75 * (line?.pixels ?? 0))
        expect(line?.y).toBeLessThanOrEqual(bar[1] + bar[3])
      }
    },
  )

  it('leaves out numbers that have no room', () => {
    const close = marks.flatMap((mark, i) => (i === 0 ? [mark, { text: '−12', percent: 2 }] : [mark]))
    const { written } = listWritten({ title: '', colors: new Uint8Array(16), marks: close })
    expect(written.filter(({ said }) => said.startsWith('−'))).toHaveLength(1)
  })
})
