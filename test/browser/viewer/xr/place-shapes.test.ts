/** Places among the parameters in both eyes of an emulated headset: each kind as it has to look. */
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { places } from '../../../../core/contract/domain/places.ts'
import type { Json, JsonObject } from '../../../../core/contract/values/json.ts'
import { useBrowser } from '../../use-browser.ts'
import { expectGolden } from '../goldens.ts'
import { alone } from '../harness/eyes.ts'
import { openHeadset } from '../harness/open-headset.ts'

const [width, height] = [640, 320]
const browser = useBrowser()
let page: Page
let faults: string[]

beforeAll(async () => {
  const opened = await openHeadset(browser(), { viewport: { width, height } })
  page = opened.page
  faults = opened.faults
  await page.evaluate('globalThis.device = headset.install()')
})
beforeEach(async () => {
  await page.evaluate(([w, h]) => void Object.assign(globalThis, tools.open(w, h)), [width, height] as const)
})
afterEach(async () => {
  await page.evaluate('stage.dispose()')
  expect(faults).toEqual([])
})

/** A knot is within 3 of its middle to the sides, and within 1 up and down: a part of each place is inside it. */
const shown: { readonly [name: string]: readonly [JsonObject, Json] } = {
  point: [places.point3.schema, [-2, -1, 1.4]],
  direction: [places.direction3.schema, [1, 0, 1]],
  plane: [places.plane.schema, { point: [0, 0, 0], normal: [0, 0.28, 0.96] }],
  box: [places.box3.schema, { min: [-2.5, -2.5, -1.2], max: [1, 2, 1.2] }],
  curve: [
    places.polyline3.schema,
    [
      [-3, -2, 0],
      [-1, -2, 2],
      [1, -1, -1],
      [3, 1, 1],
    ],
  ],
  pose: [places.pose.schema, { position: [-1, -2, 0.5], rotation: [0.5, 0.5, 0.5, 0.5] }],
}

/** Draws a place over a content, and returns both eyes without hands and board. */
async function shoot(own: JsonObject, value: Json, content: string): Promise<Uint8Array> {
  const schema = { type: 'object', properties: { place: { ...own, default: value } } }
  const base64 = await page.evaluate<string>(`(async () => {
    ${alone}
    stage.look({ target: [0, 0, 0], offset: [3, -9, 4] })
    stage.apply(tools.display({ axes: false }))
    const result = ${content}
    await stage.show(result)
    const entered = await headset.enter(stage)
    device.position.set(0, 1.55, -0.25)
    const places = headset.toPlaces(${JSON.stringify(schema)}, result)
    entered.visit.say(headset.toSubject({ places }))
    await headset.waitFrames(entered.session, 3)
    const shot = await shootAlone(entered)
    await entered.session.end()
    await entered.ended
    device.position.set(0, 1.6, 0)
    return shot
  })()`)
  return Buffer.from(base64, 'base64')
}

const ball = `(() => {
  const data = Uint8Array.from({ length: 24 ** 3 }, (_, i) => {
    const far = Math.hypot((i % 24) - 11.5, ((i / 24 | 0) % 24) - 11.5, (i / 576 | 0) - 11.5)
    return Math.max(0, 250 - 25 * far)
  })
  return tools.prepare({ type: 'volume', dtype: 'uint8', shape: [24, 24, 24], data })
})()`

describe('both eyes', () => {
  it.each(Object.entries(shown))('see a %s as in the golden', async (name, [own, value]) => {
    await expectGolden(page, `eyes-place-${name}`, await shoot(own, value, 'tools.makeKnot()'))
  })

  it('see a box within a volume as in the golden', async () => {
    const value = { min: [4, 4, 4], max: [18, 18, 18] }
    await expectGolden(page, 'eyes-place-volume', await shoot(places.box3.schema, value, ball))
  })
})
