/** Places among the parameters in an emulated headset: taken by hands, and the same JSON by each way. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { places } from '../../../../core/contract/domain/places.ts'
import { settlePlaces } from '../../../../core/contract/schema/place-values.ts'
import type { Json, JsonObject } from '../../../../core/contract/values/json.ts'
import { handWays } from '../harness/hand-ways.ts'
import { pressBoard, type RoomRay, shootEyes } from '../harness/page-headset.ts'
import { useHeadset } from '../harness/use-headset.ts'

const enter = useHeadset(register, 'A mesh of 12 triangles.', Number(process.env.XRSHARE ?? 0.2))

const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? 40 : 0, i & 2 ? 30 : 0, i & 4 ? 20 : 0])
const sides = [
  0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
]

/** Each place has a part above or in the middle of the box, where the room is known: its z is up. */
const defaults = {
  source: { schema: places.point3.schema, value: [20, 15, 10] },
  spot: { schema: { ...places.point3.schema, on: 'surface' }, value: [20, 15, 10] },
  inside: { schema: { ...places.point3.schema, within: 'bounds' }, value: [20, 15, 10] },
  lamp: { schema: places.direction3.schema, value: [0, 0, 1] },
  cut: { schema: places.plane.schema, value: { point: [20, 15, 10], normal: [0, 0, 1] } },
  region: { schema: places.box3.schema, value: { min: [5, 5, 5], max: [35, 25, 15] } },
  path: {
    schema: places.polyline3.schema,
    value: [
      [0, 0, 20],
      [20, 15, 20],
      [40, 30, 20],
    ],
  },
  frame: { schema: places.pose.schema, value: { position: [20, 15, 10], rotation: [0, 0, 0, 1] } },
  tint: { schema: places.color.schema, value: '#1f77b4' },
} as const satisfies { readonly [name: string]: { schema: JsonObject; value: Json } }
type Name = keyof typeof defaults

/** The parameters of each call that the host was sent. */
let sent: Json[]

function register(host: Host): void {
  sent = []
  const names = Object.keys(defaults) as Name[] // the keys of a literal
  const toProperties = (wanted: readonly Name[]) =>
    Object.fromEntries(
      wanted.map((name) => [name, { ...defaults[name].schema, default: defaults[name].value }]),
    )
  for (const wanted of [...names.map((name) => [name]), names]) {
    const id = wanted.length === 1 ? wanted.join() : 'all'
    const take = (value: Json) => {
      sent.push(value)
      return { vertices: Float32Array.from(corners), indices: Uint32Array.from(sides) }
    }
    const schema = { type: 'object', properties: toProperties(wanted) } as const
    host.registerSpecimen({ id, axes: 'mm' }, take, { returns: 'mesh', schema })
  }
}

/** A place above the middle of the box's foot, in the room: lengths of 1 are centimetres there. */
const above = (z: number): readonly [number, number, number] => [0, 1.48 + (z - 10) / 100, -0.7]

/** Returns a ray that goes down to a place of the room, turned about itself by quarters. */
function fromAbove([x, y, z]: readonly [number, number, number], quarters = 0): RoomRay {
  const [sin, cos] = [Math.sin((quarters * Math.PI) / 4), Math.cos((quarters * Math.PI) / 4)]
  // First about its own way, then down.
  return { at: [x, y + 0.3, z], turn: [-cos, sin, sin, cos].map((part) => part * Math.SQRT1_2) }
}

/** Returns a ray that goes ahead to a place of the room, turned about itself by quarters. */
function fromBefore([x, y, z]: readonly [number, number, number], quarters = 0): RoomRay {
  return {
    at: [x, y, z + 0.4],
    turn: [0, 0, Math.sin((quarters * Math.PI) / 4), Math.cos((quarters * Math.PI) / 4)],
  }
}

/** Returns the parameter in the page's address, as it is written there; null for its default. */
async function readText(page: Page, name: Name): Promise<string | null> {
  const { searchParams } = new URL(((await page.evaluate('location.href')) as string).replace('#/', ''))
  return searchParams.get(name)
}

/** The rays that take a part and carry it, and the value after that. */
interface Carried {
  readonly rays: readonly RoomRay[]
  readonly wanted: Json
}

/** Half of a quarter turn, rounded as turns are. */
const quarter = Number(Math.SQRT1_2.toFixed(4))
const table: { readonly [name in Exclude<Name, 'tint'>]: Carried } = {
  source: { rays: [fromAbove(above(10)), fromAbove(above(15))], wanted: [20, 15, 15] },
  // The ray meets the side above what the hand has carried down.
  spot: { rays: [fromAbove(above(10)), fromAbove(above(8))], wanted: [20, 15, 20] },
  inside: { rays: [fromAbove(above(10)), fromAbove(above(33))], wanted: [20, 15, 20] },
  lamp: { rays: [fromBefore(above(31.54)), fromBefore(above(-11))], wanted: [0, 0, -1] },
  cut: {
    rays: [fromBefore(above(10)), fromBefore(above(12.5), 2)],
    wanted: { point: [20, 15, 12.5], normal: [0, 0, -1] },
  },
  region: {
    rays: [fromAbove(above(15)), fromAbove(above(18))],
    wanted: { min: [5, 5, 5], max: [35, 25, 18] },
  },
  path: {
    rays: [fromAbove(above(20)), fromAbove(above(24))],
    wanted: [
      [0, 0, 20],
      [20, 15, 24],
      [40, 30, 20],
    ],
  },
  frame: {
    rays: [fromAbove(above(10)), fromAbove(above(8), 1)],
    wanted: { position: [20, 15, 8], rotation: [0, 0, quarter, quarter] },
  },
}

const undo = (page: Page): Promise<void> => pressBoard(page, { rows: [] }, 'button 2')

/** Pastes a value into the first field of the panel, as a person does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const data = new DataTransfer()
    data.setData('text/plain', pasted)
    const event = { clipboardData: data, bubbles: true, cancelable: true }
    document.querySelector('.panel-row input')?.dispatchEvent(new ClipboardEvent('paste', event))
  }, text)
}

describe('a place in the hand', () => {
  it.each(Object.keys(table) as (keyof typeof table)[])(
    // the keys of a literal
    'is the same JSON by controller, hand, look and panel, in one step each: %s',
    async (name) => {
      const { page, expectClean } = await enter(name)
      const { rays, wanted } = table[name]
      const text = JSON.stringify(wanted)
      // The function gets a quaternion of length 1.
      const settled = JSON.stringify(settlePlaces(defaults[name].schema, wanted))
      for (const way of Object.values(handWays)) {
        await way(page, rays)
        await expect.poll(() => readText(page, name)).toBe(text)
        await expect.poll(() => JSON.stringify(sent.at(-1))).toBe(settled)
        await undo(page)
        await expect.poll(() => readText(page, name)).toBe(null)
      }
      await paste(page, text)
      await expect.poll(() => readText(page, name)).toBe(text)
      await expect.poll(() => JSON.stringify(sent.at(-1))).toBe(settled)
      expectClean()
    },
  )
  it('looks', async () => {
    const { page, expectClean } = await enter('all')
    const png = await shootEyes(page)
    ;(await import('node:fs')).writeFileSync('/tmp/xr-all.png', Buffer.from(png, 'base64'))
    expectClean()
  })
})
