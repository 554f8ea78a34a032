/**
 * A stage in an emulated headset, whose session alone has frames: those of the window are stopped while it
 * presents, as a headset stops them.
 */
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useBrowser } from '../../use-browser.ts'
import { alone, type Eyes, measureEye, toEyes } from '../harness/eyes.ts'
import { openHeadset } from '../harness/open-headset.ts'

const [width, height] = [640, 320]
const browser = useBrowser()
let page: Page
let faults: string[]

beforeAll(async () => {
  const opened = await openHeadset(browser())
  page = opened.page
  faults = opened.faults
  await page.evaluate('globalThis.device = headset.install()')
})
beforeEach(async () => {
  await page.setViewportSize({ width, height })
  await page.evaluate(([w, h]) => void Object.assign(globalThis, tools.open(w, h)), [width, height] as const)
})
afterEach(async () => {
  await page.evaluate('stage.dispose()')
  expect(faults).toEqual([])
})

/** Runs in the page, and returns what the script returns. */
async function run<Value>(script: string): Promise<Value> {
  return await page.evaluate<Value>(`(async () => { ${script} })()`)
}

/** A mesh with unlike sides, of one colour, without lines around it. */
const knot =
  "stage.apply(tools.display({ axes: false, shading: 'none' })); await stage.show(tools.makeKnot())"

describe('a session', () => {
  it.each(['immersive-vr', 'immersive-ar'])(
    'of %s draws both eyes, each from its own place',
    async (mode) => {
      const shot = await run<string>(`${alone} ${knot}
      const entered = await headset.enter(stage, { mode: '${mode}' })
      const shot = await shootAlone(entered)
      await entered.session.end()
      await entered.ended
      return shot`)
      const eyes = toEyes(shot)
      const [left, right] = [measureEye(eyes, 0), measureEye(eyes, 1)]
      expect(left.count).toBeGreaterThan(1000)
      expect(right.count / left.count).toBeCloseTo(1, 1)
      expect(left.column).toBeGreaterThan(right.column + 2) // what is near stands further right for the left eye
    },
  )

  it('shows a result of another kind, which comes while the window has no frames', async () => {
    const before = await run<number>(`${knot}
      globalThis.entered = await headset.enter(stage)
      await stage.show(tools.makeCloud(2000))
      await stage.show(tools.makeLargeVolume(200))
      return told.frames`)
    const [frames, low] = await run<[number, number[]]>(`
      await headset.waitFrames(entered.session, 3)
      const answer = [told.frames, entered.scene.box().low]
      await entered.session.end()
      await entered.ended
      return answer`)
    expect(frames).toBe(before) // nothing was drawn on the page
    expect(low).toEqual([-0.5, -0.5, -0.5])
  })

  it('leaves the page as it was: the picture, the camera, and nothing of its own on the card', async () => {
    const counts = await run<{ pictures: string[]; cameras: unknown[]; held: object[]; sizes: number[][] }>(`
      stage.apply(tools.display({ box: true }))
      await stage.show(tools.makeKnot())
      stage.orbit(0.3, 0.1)
      for (let before; before !== stage.angles; await new Promise(requestAnimationFrame)) before = stage.angles
      const pictures = [], cameras = [], held = [], sizes = []
      for (let round = 0; round < 4; round++) {
        pictures.push(await tools.toBase64(await stage.screenshot()))
        cameras.push(stage.angles)
        held.push({ ...globalThis.held })
        sizes.push([canvas.width, canvas.height])
        const entered = await headset.enter(stage, { mode: round % 2 ? 'immersive-ar' : 'immersive-vr' })
        await entered.session.end()
        await entered.ended
      }
      return { pictures, cameras, held, sizes }`)
    const [, second, ...later] = counts.pictures
    expect(later.every((picture) => picture === second)).toBe(true)
    expect(counts.sizes).toEqual(counts.sizes.map(() => [width, height]))
    expect(new Set(counts.cameras.map((angles) => JSON.stringify(angles))).size).toBe(1)
    expect(counts.held[3]).toEqual(counts.held[2]) // what the first two have compiled is kept
  })

  it('refuses to save the picture meanwhile, and does so afterwards', async () => {
    const [refusal, columns] = await run<[string, number]>(`${knot}
      const entered = await headset.enter(stage)
      const refusal = await stage.screenshot().catch((error) => error.message)
      await entered.session.end()
      await entered.ended
      return [refusal, (await stage.screenshot(64, 48)).width]`)
    expect(refusal).toContain('Leave it to save the picture.')
    expect(columns).toBe(64)
  })

  it('takes a size that the page has meanwhile, once it is over', async () => {
    expect(
      await run(`${knot}
        const entered = await headset.enter(stage)
        stage.resize(320, 200, 1)
        const meanwhile = canvas.width
        await entered.session.end()
        await entered.ended
        return [meanwhile === 320, canvas.width, canvas.height]`),
    ).toEqual([false, 320, 200])
  })

  it('that has ended before it could be entered is refused, and the picture stays', async () => {
    expect(
      await run(`${knot}
        const before = await tools.toBase64(await stage.screenshot())
        const session = await navigator.xr.requestSession('immersive-vr', { requiredFeatures: ['local-floor'] })
        await session.end()
        const visitor = { enter() {}, step() {}, leave() {} }
        const refusal = await stage.present(session, visitor).then(() => '', (error) => error.name)
        return [refusal !== '', before === (await tools.toBase64(await stage.screenshot()))]`),
    ).toEqual([true, true])
  })

  it('ends when a frame of it fails, and gives the reason', async () => {
    expect(
      await run(`${knot}
        const entered = await headset.enter(stage)
        entered.visit.step = () => { throw new Error('of the board') }
        const reason = await entered.ended.then(() => '', (error) => error.message)
        return [reason, (await stage.screenshot(64, 48)).width]`),
    ).toEqual(['of the board', 64])
  })

  it('of a picture that is in a headset already is refused', async () => {
    expect(
      await run(`${knot}
        const entered = await headset.enter(stage)
        const other = { end: async () => {} }
        const reason = await stage.present(other, {}).catch((error) => error.message)
        await entered.session.end()
        await entered.ended
        return reason`),
    ).toContain('Leave that first.')
  })
})

describe('a lost context', () => {
  /** Loses the context, and gives it back after the events of its loss. */
  const lose = `
    const loseFor = async () => {
      const lost = canvas.getContext('webgl2').getExtension('WEBGL_lose_context')
      lost.loseContext()
      await new Promise((resolve) => canvas.addEventListener('webglcontextlost', resolve, { once: true }))
      setTimeout(() => lost.restoreContext(), 0)
    }
  `

  it('on the way in is waited for, and the session begins on the new one', async () => {
    expect(
      await run(`${lose} ${knot}
        const gl = canvas.getContext('webgl2')
        const make = gl.makeXRCompatible.bind(gl)
        let count = 0
        gl.makeXRCompatible = async () => { if (count++ === 0) await loseFor(); else await make() }
        const entered = await headset.enter(stage)
        delete gl.makeXRCompatible
        const box = entered.scene.box()
        await entered.session.end()
        await entered.ended
        return [told.lost, box !== null, (await stage.screenshot(64, 48)).width]`),
    ).toEqual([[true, false], true, 64])
  })

  it('in the headset ends the session, and the picture comes back on the page', async () => {
    expect(
      await run(`${lose} ${knot}
        const entered = await headset.enter(stage)
        const back = new Promise((resolve) => canvas.addEventListener('webglcontextrestored', resolve))
        await loseFor()
        await entered.ended
        await back
        return [told.lost, (await stage.screenshot(64, 48)).width]`),
    ).toEqual([[true, false], 64])
  })
})

describe('the scene in the room', () => {
  it('is cut where it is cut on the page: the same share of its pixels stays', async () => {
    const shots = await run<{ page: string[]; eyes: string[] }>(`${alone}
      const shots = { page: [], eyes: [] }
      const whole = tools.display({ axes: false, shading: 'none' })
      const cut = tools.display({ axes: false, shading: 'none', slabs: [[0, 0.5], [0, 1], [0, 1]] })
      stage.look({ target: [0, 0, 0], offset: [0, -30, 0] })
      stage.apply(whole)
      await stage.show(tools.makeKnot())
      for (const display of [whole, cut]) {
        stage.apply(display)
        shots.page.push(await tools.toBase64(await stage.screenshot()))
      }
      stage.apply(whole)
      const entered = await headset.enter(stage)
      for (const display of [whole, cut]) {
        stage.apply(display)
        // Aside and turned, so that planes of another space would cut elsewhere.
        entered.scene.stand.position.x = 0.15
        shots.eyes.push(await shootAlone(entered))
      }
      await entered.session.end()
      await entered.ended
      return shots`)
    const [pageWhole, pageCut] = shots.page.map(
      (shot) => measureEye(toEyes(shot), 0).count + measureEye(toEyes(shot), 1).count,
    )
    const [eyesWhole, eyesCut] = shots.eyes.map((shot) => measureEye(toEyes(shot), 0).count)
    expect((pageCut ?? 0) / (pageWhole ?? 1)).toBeLessThan(0.6)
    expect((eyesCut ?? 0) / (eyesWhole ?? 1)).toBeCloseTo((pageCut ?? 0) / (pageWhole ?? 1), 1)
  })

  it('has points, and lines of the box, in the size that an eye gives them', async () => {
    const shots = await run<string[]>(`${alone}
      const shots = []
      stage.apply(tools.display({ axes: false, box: false }))
      await stage.show(tools.makeCloud(300))
      const entered = await headset.enter(stage)
      for (const box of [false, true]) {
        stage.apply(tools.display({ axes: false, box }))
        shots.push(await shootAlone(entered))
      }
      await entered.session.end()
      await entered.ended
      return shots`)
    const [points, both] = shots.map((shot) => measureEye(toEyes(shot), 0).count)
    const eyePixels = (width / 2) * height
    expect(points).toBeGreaterThan(300) // each has a pixel
    expect(points).toBeLessThan(eyePixels / 20)
    // Twelve edges of about 80 pixels, each a pixel or two wide.
    expect((both ?? 0) - (points ?? 0)).toBeGreaterThan(300)
    expect((both ?? 0) - (points ?? 0)).toBeLessThan(4000)
  })

  it('has a volume in both eyes with the same light, whatever its turn', async () => {
    const shots = await run<string[]>(`${alone}
      const data = Uint8Array.from({ length: 24 ** 3 }, (_, i) => {
        const far = Math.hypot((i % 24) - 11.5, ((i / 24 | 0) % 24) - 11.5, (i / 576 | 0) - 11.5)
        return far < 9 ? 200 : 0
      })
      stage.apply(tools.display({ axes: false, rendering: 'isosurface', isovalue: [100] }))
      await stage.show(tools.prepare({ type: 'volume', dtype: 'uint8', shape: [24, 24, 24], data }))
      const entered = await headset.enter(stage)
      const shots = [await shootAlone(entered)]
      // About its own middle, half a turn upside down: a ball looks the same, in the same light.
      const { stand } = entered.scene
      const middle = new headset.Vector3(0, 0, 0).applyMatrix4(stand.matrixWorld)
      stand.quaternion.premultiply(new headset.Quaternion().setFromAxisAngle(new headset.Vector3(0, 0, 1), Math.PI))
      const { low, high } = entered.scene.box()
      const own = new headset.Vector3(...low.map((part, i) => (part + high[i]) / 2))
      const before = own.clone().applyMatrix4(stand.matrixWorld)
      stand.updateMatrix()
      stand.position.add(before.sub(own.applyMatrix4(stand.matrix)))
      shots.push(await shootAlone(entered))
      await entered.session.end()
      await entered.ended
      return shots`)
    const [first, turned] = shots.map(toEyes)
    if (!first || !turned) throw new Error('Two pictures were asked for.')
    expect(measureEye(first, 0).count).toBeGreaterThan(500)
    expect(measureEye(first, 1).count / measureEye(first, 0).count).toBeCloseTo(1, 1)
    expect(meanDifference(first, turned)).toBeLessThan(12) // lit from a wrong side: 16
  })
})

/** Returns the mean difference of the colours of pixels that are lit in both, 0 to 255. */
function meanDifference(a: Eyes, b: Eyes): number {
  let [sum, count] = [0, 0]
  for (let at = 0; at < a.data.length; at += 4) {
    if ((a.data[at + 3] ?? 0) < 128 || (b.data[at + 3] ?? 0) < 128) continue
    for (const part of [0, 1, 2]) sum += Math.abs((a.data[at + part] ?? 0) - (b.data[at + part] ?? 0)) / 3
    count++
  }
  return sum / count
}
