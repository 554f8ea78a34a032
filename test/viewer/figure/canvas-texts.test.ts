/** Texts on canvases, as those of the page: what hides, turns or steers a text is seen in it. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toShownText } from '../../../core/contract/text/visible-text.ts'
import { writeText } from '../../../core/viewer/figure/draw-elements.ts'
import { readSources } from '../../structure/sources.ts'

describe('a text on a canvas', () => {
  it('is shown as one of the page, with its halo', () => {
    const written: string[] = []
    const write = (text: string): void => void written.push(text)
    const context = { fillText: write, strokeText: write } as unknown as OffscreenCanvasRenderingContext2D // those it calls
    const text = 'gnp.\u202eexe \u200b\u2800'
    writeText(context, text, [0, 0], { text: '#fff', halo: '#000' })
    expect(written).toEqual([toShownText(text), toShownText(text)])
    expect(written[0]).not.toBe(text)
  })

  it('is written in five places of the viewer, which all show it so', () => {
    const paths = readSources('core/viewer').map(({ path }) => path)
    const writing = paths.filter((path) => /\b(fill|stroke)Text\(/.test(readFileSync(path, 'utf8')))
    expect(writing.map((path) => path.replace(/.*core\//, 'core/'))).toEqual([
      'core/viewer/figure/draw-elements.ts',
      'core/viewer/sweep/save-sweep.ts',
      'core/viewer/xr/draw-text.ts',
      'core/viewer/xr/name-sign.ts',
      'core/viewer/xr/scene-labels.ts',
    ])
    for (const path of writing) expect(readFileSync(path, 'utf8')).toMatch(/fillText\((shown|toShownText\()/)
  })
})
