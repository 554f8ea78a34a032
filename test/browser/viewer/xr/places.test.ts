/** Places among the parameters in an emulated headset: taken by hands, and the same JSON by each way. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { places } from '../../../../core/contract/domain/places.ts'
import type { Json, JsonObject } from '../../../../core/contract/values/json.ts'
import { handWays } from '../harness/hand-ways.ts'
import { type BoardShape, pressBoard, type RoomRay, shootEyes } from '../harness/page-headset.ts'
import { useHeadset } from '../harness/use-headset.ts'

const enter = useHeadset(register, 'A mesh of 12 triangles.')

const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? 40 : 0, i & 2 ? 30 : 0, i & 4 ? 20 : 0])
const sides = [
  0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
]

/** Each place has a part above or in the middle of the box, where the room is known: its z is up. */
const defaults = {
  source: { schema: places.point3.schema, value: [20, 15, 10] },
  spot: { schema: { ...places.point3.schema, on: 'surface' }, value: [20, 15, 20] },
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

describe('a place in the hand', () => {
  it('looks', async () => {
    const { page, expectClean } = await enter('all')
    await page.evaluate('globalThis.headsetShare = 1')
    const png = await shootEyes(page)
    ;(await import('node:fs')).writeFileSync('/tmp/xr-all.png', Buffer.from(png, 'base64'))
    await handWays.controller(page, [fromAbove(above(10)), fromAbove(above(15))])
    expectClean()
  })
  it.each([['source', [fromAbove(above(10)), fromAbove(above(15))], [20, 15, 15]]] as const)(
    '%s',
    async (name, rays, wanted) => {
      const { page, expectClean } = await enter(name)
      for (const way of Object.values(handWays)) {
        await way(page, rays)
        await expect.poll(() => readText(page, name)).toBe(JSON.stringify(wanted))
        await pressBoard(page, { rows: [] }, 'button 2')
        await expect.poll(() => readText(page, name)).toBe(null)
      }
      expectClean()
    },
  )
})
