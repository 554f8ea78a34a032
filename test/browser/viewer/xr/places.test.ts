/** Places among the parameters in an emulated headset: taken by hands, and the same JSON by each way. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { places } from '../../../../core/contract/domain/places.ts'
import { settlePlaces } from '../../../../core/contract/schema/place-values.ts'
import type { Json, JsonObject } from '../../../../core/contract/values/json.ts'
import { handWays } from '../harness/hand-ways.ts'
import { aimAt, type BoardShape, point, pressBoard, pressRay, type RoomRay } from '../harness/page-headset.ts'
import { useHeadset } from '../harness/use-headset.ts'

const enter = useHeadset(register, 'A mesh of 12 triangles.')

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

/** Returns a ray that goes down to a place of the room. */
function fromAbove([x, y, z]: readonly [number, number, number]): RoomRay {
  return { at: [x, y + 0.3, z], turn: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2] }
}

/** Returns a ray that goes ahead to a place of the room, turned about itself by quarters. */
function fromBefore([x, y, z]: readonly [number, number, number], quarters = 0): RoomRay {
  return {
    at: [x, y, z + 0.4],
    turn: [0, 0, Math.sin((quarters * Math.PI) / 4), Math.cos((quarters * Math.PI) / 4)],
  }
}

/** Returns a ray that goes to the left to a place of the room: that from before it, after a quarter turn. */
function fromRight([x, y, z]: readonly [number, number, number]): RoomRay {
  return { at: [x + 0.4, y, z], turn: [0, Math.SQRT1_2, 0, Math.SQRT1_2] }
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
    rays: [fromBefore(above(10)), fromRight(above(8))],
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

/** Returns a parameter in the address once the function has had it, and no other one follows. */
async function readSettled(page: Page, name: keyof typeof table): Promise<string> {
  const { schema } = defaults[name]
  const isSent = async (): Promise<boolean> => {
    const text = await readText(page, name)
    const value = text === null ? null : (JSON.parse(text) as Json)
    return value !== null && JSON.stringify(settlePlaces(schema, value)) === JSON.stringify(sent.at(-1))
  }
  await expect.poll(isSent).toBe(true)
  return (await readText(page, name)) ?? ''
}

/** Leaves the headset, and drags the first part of the place over the page. */
async function dragByMouse(page: Page): Promise<void> {
  // The window has no frames before that, for which a click of the mouse would wait.
  await page.getByRole('button', { name: 'Leave the headset (VR)' }).evaluate((button: HTMLElement) => {
    button.click()
  })
  await page.getByRole('button', { name: 'Enter VR' }).waitFor()
  await page.locator('.panel-row input').first().focus()
  const box = await page.locator('.place-grip').first().boundingBox()
  if (!box) throw new Error('The page has no handle.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let i = 1; i <= 6; i++) await page.mouse.move(x + 4 * i, y + 3 * i)
  await page.mouse.up()
}

describe('a place in the hand', () => {
  it.each(Object.keys(table) as (keyof typeof table)[])(
    // the keys of a literal
    'is the same JSON by controller, hand, look, panel and mouse, in one step each: %s',
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
      // A mouse leads to other places: the panel says each of them in the same letters.
      await dragByMouse(page)
      await expect.poll(() => readText(page, name)).not.toBe(text)
      const undoneBy = page.getByRole('button', { name: 'Undo', exact: true })
      const dragged = await readSettled(page, name)
      await undoneBy.click()
      await expect.poll(() => readText(page, name)).toBe(text)
      await paste(page, dragged)
      await expect.poll(() => readText(page, name)).toBe(dragged)
      expectClean()
    },
  )

  it('has values of a drag while it is held, and the last one once it is let go', async () => {
    const { page, expectClean } = await enter('source')
    sent = []
    await point(page, fromAbove(above(10)))
    for (const z of [10, 12, 14]) await point(page, fromAbove(above(z)), 1)
    await expect.poll(() => sent.at(-1)).toEqual([20, 15, 14])
    await point(page, fromAbove(above(14)))
    await expect.poll(() => readText(page, 'source')).toBe('[20,15,14]')
    await undo(page) // one step
    await expect.poll(() => readText(page, 'source')).toBe(null)
    expectClean()
  })

  it('is picked on the specimen by a pinch, with the button of its row', async () => {
    const { page, expectClean } = await enter('source')
    await pressBoard(page, { rows: [{ cells: 1 }] }, 'row0 0')
    await page.getByText('Click the place of Source.').waitFor({ state: 'attached' })
    await pressRay(page, fromAbove(above(20)))
    await expect.poll(() => readText(page, 'source')).toBe('[20,15,20]')
    await page.getByText('Click the place of Source.').waitFor({ state: 'detached' })
    expectClean()
  })
})

describe('a curve', () => {
  it.each(Object.entries(handWays))('is drawn in the air by %s, simplified, in one step', async (_, way) => {
    const { page, expectClean } = await enter('path')
    const board: BoardShape = { rows: [{ cells: 2 }] }
    await pressBoard(page, board, 'row0 0')
    // Up, and then to the right: a corner.
    const corner = [0, 1, 2, 3, 4, 5, 6].map((i): readonly [number, number, number] => [
      Math.max(0, i - 3) / 50,
      1.48 + Math.min(i, 3) / 50,
      -0.4,
    ])
    await way(
      page,
      corner.map((place) => ({ at: place, turn: [0, 0, 0, 1] })),
    )
    await expect.poll(() => readText(page, 'path')).not.toBe(null)
    const drawn = JSON.parse((await readText(page, 'path')) ?? '') as number[][] // points have numbers
    expect(drawn).toHaveLength(3)
    const [start = [], middle = [], end = []] = drawn
    expect((middle[2] ?? 0) - (start[2] ?? 0)).toBeCloseTo(6, 1)
    expect(Math.hypot((end[0] ?? 0) - (middle[0] ?? 0), (end[1] ?? 0) - (middle[1] ?? 0))).toBeCloseTo(6, 1)
    await expect.poll(() => sent.at(-1)).toEqual(drawn)
    await undo(page)
    await expect.poll(() => readText(page, 'path')).toBe(null)
    expectClean()
  })
})

describe('a colour', () => {
  it('is chosen on the board, of plain ones and along a colour map', async () => {
    const { page, expectClean } = await enter('tint')
    await pressBoard(page, { rows: [{ cells: 1 }] }, 'row0 0')
    const board: BoardShape = {
      rows: [{ cells: 1 }, { cells: 8, isWide: true }, { cells: 2, hasTrack: true }],
    }
    await pressBoard(page, board, 'row1 3')
    await expect.poll(() => readText(page, 'tint')).toBe('#c8704f')
    await expect.poll(() => sent.at(-1)).toBe('#c8704f')
    await pressBoard(page, board, 'row2 1') // from viridis to magma
    await pressRay(page, aimAt(board, 'row2 track', 0))
    await expect.poll(() => readText(page, 'tint')).toBe('#000004')
    await undo(page)
    await expect.poll(() => readText(page, 'tint')).toBe('#c8704f')
    expectClean()
  })
})
